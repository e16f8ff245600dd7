#version 450
// A reversal within the workgroup, whose barrier was forgotten.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Numbers { uint numbers[]; };
shared uint kept[64];

void main() {
    const uint lane = gl_LocalInvocationIndex;
    kept[lane] = numbers[gl_GlobalInvocationID.x];
    numbers[gl_GlobalInvocationID.x] = kept[63u - lane];
}
