#version 450 core
// v4 wide one pass: v3 with larger tiles, and kept cells that are put in order before they are written.
// From v3:  an invocation takes EACH cells, in EACH / 4 loads in flight together; the tile's count is published first;
//           a subgroup of 32 reads 32 tiles at once; kept cells gather in shared memory and leave it side by side.
// Gains:    1 / EACH as many tickets, scans and looks; neighbouring invocations write neighbouring slots.
// Cost:     two barriers per load. A whole tile would need one, but 32 KiB: one workgroup at a time on an SM with 48 KiB.
// Parts:    load and flag | publish the count | rank by a scan | look back | per load: gather by rank, write.
//   active 0 1 0 1 1 0 0 1, 17 kept before:   gathered[0 .. 3] = 1 3 4 7   ->   kept[17 .. 20]
// Tickets, the counts of other tiles and the look-back are in shaders/common/wide_look_back.glsl, as for lesson 06's v6.
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Densities { uvec4 density[]; };  // padded with zeros, which are not active
layout(std430, binding = 1) writeonly buffer Kept { uint kept[]; };
layout(std430, binding = 2) writeonly buffer Count { uint count; };
layout(std430, binding = 3) coherent volatile buffer Tiles { uint ticket; uint starved; uvec2 states[]; };
layout(std430, binding = 4) writeonly buffer Record { uvec4 record[]; };
#include "trace.glsl"
#include "wide_look_back.glsl"

uniform uint vectors;
uniform uint threshold;

const uint LOADS = EACH / 4u, TILE = LOCAL_SIZE * LOADS;  // in vectors
shared uint gathered[4u * LOCAL_SIZE];                     // one part per subgroup: what it keeps of one load

uint first_of(uint tile) { return tile * TILE + sg_id() * LOADS * LANES + sg_lane(); }
uint flags_of(uvec4 four) {
    const uvec4 flags = uvec4(greaterThan(four, uvec4(threshold))) << uvec4(0u, 1u, 2u, 3u);
    return flags.x | flags.y | flags.z | flags.w;
}
uvec4 load(uint i) { return i < vectors ? density[i] : uvec4(0u); }
uint load_sum(uint tile) {
    uint sum = 0u;
    for (uint i = first_of(tile), end = i + LOADS * LANES; i < end; i += LANES) sum += bitCount(flags_of(load(i)));
    return sum;
}

void trace_four(uint cell, uint flags, uint slot) {
    for (uint c = 0u; c < 4u; ++c) {
        TRACE(0, cell + c, flags >> c & 1u);
        TRACE(4, cell + c, slot);
        slot += flags >> c & 1u;
        TRACE(1, cell + c, slot - prefix);
    }
}

void main() {
    const uint tile = take_tile(), first = first_of(tile);
    if (tile * TILE >= vectors) {  // the same for the whole workgroup
        hear_turn();
        return;
    }
    uint flags, before[LOADS], total;  // bit 4 k + c of flags: cell c of load k is kept
    do {
        // [FLAG]
        uvec4 four[LOADS];
        if ((tile + 1u) * TILE <= vectors) for (uint k = 0u; k < LOADS; ++k) four[k] = density[first + k * LANES];
        else for (uint k = 0u; k < LOADS; ++k) four[k] = load(first + k * LANES);
        flags = 0u;
        for (uint k = 0u; k < LOADS; ++k) flags |= flags_of(four[k]) << 4u * k;
        // [/FLAG]
        total = announce(tile, bitCount(flags));
        for (uint k = 0u; k < LOADS; ++k) before[k] = sg_exclusive_add(bitCount(flags >> 4u * k & 15u));
    } while (!look_back(tile, total));
    if (leads()) TRACE(2, tile, total);
    if (leads()) TRACE(3, tile, prefix);
    // [GATHER]
    uint next = prefix + before_me;  // the slot of the subgroup's first cell
    for (uint k = 0u; k < LOADS; ++k) {
        const uint mine = flags >> 4u * k & 15u, cell = 4u * (first + k * LANES), part = 4u * sg_id() * LANES;
        trace_four(cell, mine, next + before[k]);
        const uint many_kept = sg_broadcast(before[k] + bitCount(mine), LANES - 1u);
        uint at = part + before[k];
        if ((mine & 1u) != 0u) gathered[at++] = cell;
        if ((mine & 2u) != 0u) gathered[at++] = cell + 1u;
        if ((mine & 4u) != 0u) gathered[at++] = cell + 2u;
        if ((mine & 8u) != 0u) gathered[at++] = cell + 3u;
        barrier();  // not subgroupBarrier(), which also waits until stores have reached their buffers
        for (uint s = sg_lane(); s < many_kept; s += LANES) kept[next + s] = gathered[part + s];
        barrier();
        next += many_kept;
    }
    // [/GATHER]
    if (leads() && tile == (vectors - 1u) / TILE) count = prefix + total;
}
