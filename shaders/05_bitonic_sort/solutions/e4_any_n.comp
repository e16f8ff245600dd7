#version 450 core
// Solution of exercise 4: any n.  v1's pair, with the invocation's number in the dispatch and the buffer for the tile.
//   stride 4:   0 1 2 3 4 5 6 7
//               ^-------^            invocation 0
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
#include "grid.glsl"

uniform uint pairs;
uniform uint block;
uniform uint stride;

void main() {
    const uint i = flat_invocation();
    if (i >= pairs) return;  // no barrier follows
    const uint low = 2u * i - (i & (stride - 1u));
    const uint high = low + stride;
    const bool ascending = (low & block) == 0u;

    const uint smaller = min(keys[low], keys[high]), larger = max(keys[low], keys[high]);
    keys[low] = ascending ? smaller : larger;
    keys[high] = ascending ? larger : smaller;
}
