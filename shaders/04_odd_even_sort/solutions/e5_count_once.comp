#version 450 core
// Solution of exercise 5: count once per workgroup.  The invocations without a pair stay for the barriers.
//   clear the group's count | barrier | everybody counts | barrier | one adds it to the buffer's
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
layout(std430, binding = 1) buffer Told { uint passes_made; uint swaps_made; };
#include "grid.glsl"

uniform uint n;
uniform uint pass;

shared uint group_swaps;

void main() {
    const uint i = flat_invocation();
    if (i == 0u) passes_made = pass;
    const uint low = 2u * i + (pass + 1u) % 2u;
    const uint high = low + 1u;
    if (gl_LocalInvocationIndex == 0u) group_swaps = 0u;
    barrier();  // cleared before anyone counts

    if (high < n && keys[low] > keys[high]) {
        const uint a = keys[low];
        keys[low] = keys[high];
        keys[high] = a;
        atomicAdd(group_swaps, 1u);
    }
    barrier();  // all have counted before it is read
    if (gl_LocalInvocationIndex == 0u) atomicAdd(swaps_made, group_swaps);
}
