#version 450
// Counts how often each value from 0 to 15 comes, first in shared memory, then once for each workgroup.
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Values { uint values[]; };
layout(std430, binding = 1) buffer Histogram { uint counts[16]; };
shared uint local_counts[16];

void main() {
    const uint lane = gl_LocalInvocationIndex;
    if (lane < 16u) local_counts[lane] = 0u;
    barrier();
    if (gl_GlobalInvocationID.x < values.length()) atomicAdd(local_counts[values[gl_GlobalInvocationID.x] % 16u], 1u);
    barrier();
    if (lane < 16u && local_counts[lane] > 0u) atomicAdd(counts[lane], local_counts[lane]);
}
