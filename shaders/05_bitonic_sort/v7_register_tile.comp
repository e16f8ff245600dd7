#version 450 core
// v7 register tile: sort a tile whose keys stay in registers; shared memory only passes them on.
// From v5:  an invocation holds 2^KEY_BITS keys, not two. v7_tile.glsl has the operations on a tile.
// Gains:    KEY_BITS passes between two trips to shared memory, where v5 makes one; larger tiles.
// Cost:     fewer invocations to hide latency; every layout is written out, since a constant address costs nothing.
// Next:     parts/v7_merge_tile.comp does the same for one block; strides beyond a tile are still v6's. v8 takes those.
//   tile 16, four keys per invocation: load | blocks 2, 4 in layout 0 | block 8: layout 1, layout 0 | block 16: ... | store
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uvec4 to[]; };
#include "grid.glsl"
#include "trace.glsl"
#include "v7_tile.glsl"

uniform uint tiles;

uint start = 0u;

uint key_of(uint place) { return start + place; }

#define LOAD(k, p) held[k] = from[start + first_of(p) + (k << p)];
#define TURN(k, block) held[k] ^= mask(key_of(first_of(0u)), turned) ^ mask(key_of(first_of(0u)), block);

// Blocks within an invocation's registers: which of them descend is known in advance.
#define PART(bit, block) { const uint down = block; EACH(PAIR, bit) EACH(RECORD, 0u) ++pass; }
#define BLOCK_2 PART(0u, 1u)
#define BLOCK_4 PART(1u, 2u) PART(0u, 2u)
#define BLOCK_8 PART(2u, 3u) PART(1u, 3u) PART(0u, 3u)
#define BLOCK_16 PART(3u, 4u) PART(2u, 4u) PART(1u, 4u) PART(0u, 4u)

// The blocks whose longest strides are layout j's: some of its passes, and all passes of the layouts below it.
// In layout 0 all keys of an invocation are in one block.
#define BLOCKS(j, BELOW) for (uint block = max(P(j), uint(KEY_BITS)) + 1u; block <= P(j) + KEY_BITS; ++block) { \
    EACH(TURN, block) \
    turned = block; \
    PUT_ALL(0) \
    TAKE_ALL(j) STEPS(P(j), block) PUT_ALL(j) \
    BELOW(LAYER) \
    TAKE_ALL(0) STEPS(0u, END) \
}
#define LAYER(j) TAKE_ALL(j) STEPS(P(j), P(j) + KEY_BITS) PUT_ALL(j)

void main() {
    if (flat_workgroup() >= tiles) return;  // the same for the whole workgroup, so everyone meets the barriers below
    start = flat_workgroup() << TILE_BITS;
    EACH(LOAD, P(TOP))  // neighbours load neighbouring keys
    if (TOP > 0) {
        PUT_ALL(TOP)
        TAKE_ALL(0)
    }
    BLOCK_2
#if KEY_BITS > 2
    BLOCK_4
#endif
#if KEY_BITS > 3
    BLOCK_8
#endif
#if KEY_BITS > 4
    BLOCK_16
#endif
    EACH(TURN, KEY_BITS)
    turned = KEY_BITS;
    STEPS(0u, KEY_BITS)
#if LAYOUTS > 1
    BLOCKS(1, LAYERS_BELOW_1)
#endif
#if LAYOUTS > 2
    BLOCKS(2, LAYERS_BELOW_2)
#endif
#if LAYOUTS > 3
    BLOCKS(3, LAYERS_BELOW_3)
#endif
#if LAYOUTS > 4
    BLOCKS(4, LAYERS_BELOW_4)
#endif
    STORE_TILE
}
