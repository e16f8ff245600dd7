#version 450 core
// v7 register tile: sort or merge a tile whose keys stay in registers; shared memory only hands them on.
// From v5:  an invocation holds 2^KEY_BITS keys, not two. Its parts are in register_tile.glsl.
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
#include "register_tile.glsl"

uniform uint tiles;
uniform uint first_block;   // as powers of two: 3 is a block of 8
uniform uint last_block;
uniform uint strides;       // below 2^strides are left to do; of a sort: all

uint start = 0u;

uint key_of(uint place) { return start + place; }

// Blocks of 2 up to half of an invocation's keys, in layout 0: which of them ascend, the register alone says.
void sort_registers() {
    for (uint block = 1u; block < KEY_BITS; ++block)
        for (uint step = 0u; step < block; ++step) {
            const uint apart = (1u << block) >> (step + 1u);
            for (uint k = 0u; k < KEYS; ++k) {
                if ((k & apart) != 0u) continue;
                const bool ascending = (k >> block & 1u) == 0u;
                const uint a = held[k], b = held[k + apart];
                held[k] = ascending ? min(a, b) : max(a, b);
                held[k + apart] = ascending ? max(a, b) : min(a, b);
            }
            record();
        }
}

void main() {
    if (flat_workgroup() >= tiles) return;  // the same for the whole workgroup, so that the barriers below are met by all
    start = flat_workgroup() << TILE_BITS;
    // Neighbouring invocations load neighbouring keys: from layout 5 on at least 32 of them.
    uint p = min(max(strides, KEY_BITS + 5u) - KEY_BITS, uint(TILE_BITS - KEY_BITS));
    now = layout_from(p);
    for (uint k = 0u; k < KEYS; ++k) held[k] = from[start + now.first + offset(now, k)];
    if (first_block == 1u) {
        if (p != 0u) exchange(layout_from(0u));
        p = 0u;
        sort_registers();
    }
    // [blocks]
    uint left = 0u;
    for (uint block = max(first_block, KEY_BITS); block <= last_block; ++block) {
        const uint turn = ((start + now.first) >> block & 1u) != 0u ? ~0u : 0u;
        for (uint k = 0u; k < KEYS; ++k) held[k] ^= turn ^ turned;
        turned = turn;
        const uint least = block == last_block ? 2u : 0u;  // the last strides are done as they lie in memory
        left = merge(p, min(block, strides), least);
        p = 0u;
    }
    exchange(quads());
    compare(0u, left);
    // [/blocks]
    for (uint q = 0u; q < KEYS / 4u; ++q)
        to[start / 4u + gl_LocalInvocationID.x + q * LOCAL_SIZE] =
            uvec4(held[4u * q], held[4u * q + 1u], held[4u * q + 2u], held[4u * q + 3u]) ^ turned;
}
