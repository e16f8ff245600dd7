#version 450 core
// Exercise 5: count once per workgroup.  v5 adds 1 to a word of the buffer for every swap: all invocations queue for it.
// Given:    exercise 4's kernel; it sorts, but counts nothing.
// Wanted:   count in shared memory first; then one invocation of the workgroup adds the count to swaps_made, once.
//           Every invocation must meet every barrier, so nobody may leave early any more.
// Look at:  the number of swaps in the report; it must be exact. And the last workgroup, which is not full.
// No TRACE: each dispatch is one pass, and the buffer is read after it.
//   clear the group's count | everybody counts | one adds it to the buffer's        which of the | are barriers?
// [gap]
//   clear the group's count | barrier | everybody counts | barrier | one adds it to the buffer's
// [/gap]
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
layout(std430, binding = 1) buffer Told { uint passes_made; uint swaps_made; };
#include "grid.glsl"

uniform uint n;
uniform uint pass;

// [gap]
shared uint group_swaps;
//| shared uint group_swaps;  // undefined at first
// [/gap]

void main() {
    const uint i = flat_invocation();
    if (i == 0u) passes_made = pass;
    const uint low = 2u * i + (pass + 1u) % 2u;
    const uint high = low + 1u;
    // [gap]
    if (gl_LocalInvocationIndex == 0u) group_swaps = 0u;
    barrier();  // cleared before anyone counts
    //| // TODO: turn the two returns into conditions, count in group_swaps, and add it up.
    //| if (high >= n) return;
    // [/gap]

    // [gap]
    if (high < n && keys[low] > keys[high]) {
        const uint a = keys[low];
        keys[low] = keys[high];
        keys[high] = a;
        atomicAdd(group_swaps, 1u);
    }
    barrier();  // all have counted before it is read
    if (gl_LocalInvocationIndex == 0u) atomicAdd(swaps_made, group_swaps);
    //| const uint a = keys[low], b = keys[high];
    //| if (a <= b) return;
    //| keys[low] = b;
    //| keys[high] = a;
    // [/gap]
}
