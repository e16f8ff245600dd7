#version 450 core
// v7 register tile: sort or merge a tile whose keys stay in registers; shared memory only hands them on.
// From v5:  an invocation holds 2^KEY_BITS keys, not two. Its parts are in v7_tile.glsl.
// Gains:    KEY_BITS passes between two visits of shared memory, where v5 makes one; larger tiles.
// Cost:     fewer invocations to hide a wait; each merge step's long strides are still v6's dispatches.
// Next:     v8 takes those through the same tile.
//   tile 16, four keys an invocation, block 16:
//     load  | layout 2: strides 8, 4 | exchange | quads: strides 2, 1 | store
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uvec4 to[]; };
#include "grid.glsl"
#include "trace.glsl"
#include "v7_tile.glsl"

uniform uint tiles;
uniform uint first_block;   // as powers of two: 3 is a block of 8
uniform uint last_block;
uniform uint strides;       // below 2^strides are left to do; of a sort: all

uint start = 0u;

uint key_of(uint place) { return start + place; }

#define LOAD(k, p) held[k] = from[begin + (k << p)];
#define LOAD_IN(j) if (now == j) { const uint begin = start + first_of(P(j)); EACH(LOAD, P(j)) }
#define TURN(k, mine) held[k] ^= mask(mine, turned) ^ mask(mine, block);
#define TURN_EACH(k, mine) TURN(k, (mine + k))
#define STORE(q) to[start / 4u + gl_LocalInvocationID.x + q * LOCAL_SIZE] = \
    uvec4(held[4u * q], held[4u * q + 1u], held[4u * q + 2u], held[4u * q + 3u]) ^ mask(start, turned);

void main() {
    if (flat_workgroup() >= tiles) return;  // the same for the whole workgroup, so that the barriers below are met by all
    start = flat_workgroup() << TILE_BITS;
    // In the layout of the longest stride, if there neighbours load neighbouring keys, at least 16 of them.
    now = layout_for(strides);
    if (p_of(now) < 4u) now = TOP;
    EACH_LAYOUT(LOAD_IN)
    if (first_block == 1u && now != 0u) exchange(0u);   // each further block of a sort begins as the last one ends: in layout 0
    // [blocks]
    const uint mine = key_of(first_of(0u));
    uint left = 0u;
    for (uint block = first_block; block <= last_block; ++block) {
        if (block > KEY_BITS) { EACH(TURN, mine) }   // in layout 0 all keys of an invocation lie in one block
        else { EACH(TURN_EACH, mine) }               // or in several small ones
        turned = block;
        left = merge(min(block, strides), block == last_block ? 2u : 0u);
    }
    exchange(QUADS);      // as the keys lie in memory; strides 2 and 1, if left, are done here
    STEP(1u, 0u, left)
    STEP(0u, 0u, left)
    // [/blocks]
    STORE(0u)
#if KEY_BITS > 2
    STORE(1u)
#endif
#if KEY_BITS > 3
    STORE(2u) STORE(3u)
#endif
#if KEY_BITS > 4
    STORE(4u) STORE(5u) STORE(6u) STORE(7u)
#endif
}
