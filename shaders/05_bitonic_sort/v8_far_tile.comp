#version 450 core
// v8 far tile: the long strides, too, through a tile of registers (v7's), made of rows that lie far apart.
// From v7:  a tile is 2^STEPS rows of neighbouring keys, 2^bottom apart: STEPS passes a dispatch, not v6's KEY_BITS.
// Gains:    half the dispatches of long strides, and half of their traffic.
// Cost:     an exchange in shared memory, and rows short enough that the tile holds so many.
//   n 64, tile 16, two steps, bottom 4:   a row of 4 keys every 16    strides 32 and 16
//     0 1 2 3 . . . . | . . . . . . . .   16 17 18 19 . . . . | . . .   32 33 34 35 …   48 49 50 51 …
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
#include "grid.glsl"
#include "trace.glsl"
#include "v7_tile.glsl"

uniform uint tiles;
uniform uint block;    // as powers of two: 3 is a block of 8
uniform uint bottom;   // strides 2^(bottom + steps - 1) to 2^bottom
uniform uint steps;

uint start = 0u;

uint key_of(uint place) {
    const uint column = TILE_BITS - steps;
    return start + ((place >> column) << bottom | (place & ((1u << column) - 1u)));
}

#define LOAD(k, p) held[k] = from[begin + (k << p << beside)] ^ mask(start, block);
#define STORE(k, p) to[begin + (k << p << beside)] = held[k] ^ mask(start, block);
#define STORE_FROM(j) if (now == j) { const uint begin = key_of(first_of(P(j))); EACH(STORE, P(j)) }

void main() {
    if (flat_workgroup() >= tiles) return;
    const uint column = TILE_BITS - steps, beside = bottom - column;  // 2^beside tiles lie between two rows
    start = ((flat_workgroup() >> beside) << (bottom + steps)) + ((flat_workgroup() & ((1u << beside) - 1u)) << column);
    turned = block;

    const uint begin = key_of(first_of(P(TOP)));
    EACH(LOAD, P(TOP))
    merge(TILE_BITS, column);
    EACH_LAYOUT(STORE_FROM)
}
