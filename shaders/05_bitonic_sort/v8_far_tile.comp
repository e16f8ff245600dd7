#version 450 core
// v8 far tile: many long strides in one dispatch, through v7's tile of registers, now made of rows that are far apart.
// From v7:  a tile is 2^ROW_BITS rows of neighbouring keys, 2^bottom apart: ROW_BITS passes, not v6's KEY_BITS.
// Gains:    two dispatches of long strides become one, with half their traffic.
// Cost:     an exchange in shared memory, and short rows. Up to KEY_BITS long strides stay with v6, which needs neither.
//   n 32, tile of four rows of 2 keys, bottom 3:   0 1 . . . . . . | 8 9 . . . . . . | 16 17 . . . . . . | 24 25 . . . . . .
//                                      strides 16 and 8 are within the tile; the next tile has 2 3, 10 11, 18 19, 26 27
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
#include "grid.glsl"
#include "trace.glsl"
#include "v7_tile.glsl"

uniform uint tiles;
uniform uint block;    // as exponents of two: 3 is a block of 8
uniform uint bottom;   // strides 2^(bottom + ROW_BITS - 1) to 2^bottom

#define ROW_BITS uint(TILE_BITS - LOWEST)

uint start = 0u;

// [rows]
uint key_of(uint place) { return start + (place >> LOWEST << bottom) + (place & ((1u << LOWEST) - 1u)); }
// [/rows]

#define LOAD_FAR(k, p) held[k] = from[begin + (k << p << beside)] ^ mask(start, block);
#define STORE_FAR(k, p) to[end + (k << p << beside)] = held[k] ^ mask(start, block);

#define LAYER(j) TAKE_ALL(j) STEPS(P(j), P(j) + KEY_BITS) PUT_ALL(j)

void main() {
    if (flat_workgroup() >= tiles) return;  // the same for the whole workgroup, so everyone meets the barriers below
    const uint beside = bottom - LOWEST;    // 2^beside tiles are side by side between two rows
    start = (flat_workgroup() >> beside << (bottom + ROW_BITS)) + ((flat_workgroup() & ((1u << beside) - 1u)) << LOWEST);
    turned = block;

    const uint begin = key_of(first_of(P(TOP)));
    EACH(LOAD_FAR, P(TOP))
    STEPS(P(TOP), uint(TILE_BITS))
    if (TOP > 0) {
        PUT_ALL(TOP)
        LAYERS(LAYER)
        TAKE_ALL(0)
        STEPS(P(0), END)
    }
    const uint end = key_of(first_of(P(0)));
    EACH(STORE_FAR, P(0))
}
