#version 450 core
// v7 merge tile: the strides below 2^strides of one block, for a tile that v7_register_tile.comp has sorted.
//   tile 16, four keys per invocation, strides 4:
//     load in layout 1 | strides 8, 4 | put, take in layout 0 | strides 2, 1 | put, take as quads | store
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uvec4 to[]; };
#include "grid.glsl"
#include "trace.glsl"
#include "../v7_tile.glsl"

uniform uint tiles;
uniform uint block;    // as an exponent of two: 3 is a block of 8
uniform uint strides;  // strides below 2^strides remain, some of them in the topmost layout

uint start = 0u;

uint key_of(uint place) { return start + place; }

#define LOAD(k, p) held[k] = from[start + first_of(p) + (k << p)] ^ mask(start, block);
#define LAYER(j) TAKE_ALL(j) STEPS(P(j), P(j) + KEY_BITS) PUT_ALL(j)

void main() {
    if (flat_workgroup() >= tiles) return;  // the same for the whole workgroup, so everyone meets the barriers below
    start = flat_workgroup() << TILE_BITS;
    turned = block;
    // [passes]
    EACH(LOAD, P(TOP))
    STEPS(P(TOP), strides)
    if (TOP > 0) {
        PUT_ALL(TOP)
        LAYERS(LAYER)
        TAKE_ALL(0)
        STEPS(0u, END)
    }
    // [/passes]
    STORE_TILE
}
