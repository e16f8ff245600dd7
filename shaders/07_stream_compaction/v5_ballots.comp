#version 450 core
// v5 ballots: v4 without a scan and without an exchange. A vote says which lanes keep their cell; the votes below mine are my rank.
// From v4:  each load is one cell per lane, so the lanes that keep theirs write side by side by themselves: nothing to gather.
// Gains:    no barrier per load; a whole load is ranked by one ballot and one bit count; a tile's cells leave one register.
// Cost:     loads of 4 bytes instead of 16, and EACH of at most 32: a bit each.
// Parts:    load and flag | publish the count | look back | per load: vote and write.
//   load of 8 lanes, active 0 1 0 1 1 0 0 1, 17 kept before:   lanes 1 3 4 7 write to slots 17 18 19 20
#include "subgroup.glsl"
#pragma optionNV(unroll all)
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Densities { uint density[]; };
layout(std430, binding = 1) writeonly buffer Kept { uint kept[]; };
layout(std430, binding = 2) writeonly buffer Count { uint count; };
layout(std430, binding = 3) coherent volatile buffer Tiles { uint ticket; uint starved; uvec2 states[]; };
layout(std430, binding = 4) writeonly buffer Record { uvec4 record[]; };
#include "trace.glsl"
#include "wide_look_back.glsl"

uniform uint cells;
uniform uint threshold;

const uint TILE = LOCAL_SIZE * EACH;

uint first_of(uint tile) { return tile * TILE + sg_id() * EACH * LANES + sg_lane(); }
uint load(uint i) { return i < cells ? density[i] : 0u; }
uint load_sum(uint tile) {
    uint sum = 0u;
    for (uint i = first_of(tile), end = i + EACH * LANES; i < end; i += LANES) sum += load(i) > threshold ? 1u : 0u;
    return sum;
}

void main() {
    const uint tile = take_tile(), first = first_of(tile);
    if (tile * TILE >= cells) {  // the same for the whole workgroup
        hear_turn();
        return;
    }
    // [FLAG]
    uint cell[EACH], flags = 0u;  // bit k of flags: the cell of load k is kept
    if ((tile + 1u) * TILE <= cells) for (uint k = 0u; k < EACH; ++k) cell[k] = density[first + k * LANES];
    else for (uint k = 0u; k < EACH; ++k) cell[k] = load(first + k * LANES);
    for (uint k = 0u; k < EACH; ++k) flags |= cell[k] > threshold ? 1u << k : 0u;
    // [/FLAG]
    const uint total = announce(tile, bitCount(flags));
    while (!look_back(tile, total)) {}
    if (leads()) TRACE(2, tile, total);
    if (leads()) TRACE(3, tile, prefix);
    // [RANK]
    uint next = prefix + before_me;  // the slot of the first cell that this subgroup keeps of load k
    for (uint k = 0u; k < EACH; ++k) {
        const uint i = first + k * LANES;
        const bool keep = (flags >> k & 1u) != 0u;
        const Lanes keepers = votes(keep);
        const uint rank = many(keepers & below(sg_lane()));
        if (keep) kept[next + rank] = i;
        TRACE(0, i, keep ? 1u : 0u);
        TRACE(1, i, next + rank + (keep ? 1u : 0u) - prefix);
        TRACE(4, i, next + rank);
        next += many(keepers);
    }
    // [/RANK]
    if (leads() && tile == (cells - 1u) / TILE) count = prefix + total;
}
