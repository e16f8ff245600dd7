#version 450 core
// v4 wide one pass: v3 with larger tiles, and kept cells that are put in order before they are written.
// From v3:  an invocation takes EACH cells, in EACH / 4 loads that are under way together; the tile's count is published first;
//           a subgroup of 32 reads 32 tiles at once; kept cells meet in shared memory and leave it in one piece.
// Gains:    EACH times fewer tickets, scans and looks; neighbouring invocations write neighbouring slots.
// Cost:     a word of shared memory a cell: the size of a tile ends there.
// Parts:    load and flag | tell the count | rank by a scan | gather by rank | look back | write in one piece.
//   active 0 1 0 1 1 0 0 1, 17 kept before:   gathered[0 .. 3] = 1 3 4 7   ->   kept[17 .. 20]
// The tickets, the counts of other tiles and the look-back stand in shaders/common/wide_look_back.glsl, as for lesson 06's v6.
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Densities { uvec4 density[]; };  // filled up with zeros, which are not active
layout(std430, binding = 1) writeonly buffer Kept { uint kept[]; };
layout(std430, binding = 2) writeonly buffer Count { uint count; };
layout(std430, binding = 3) coherent volatile buffer Tiles { uint ticket; uint starved; uvec2 states[]; };
layout(std430, binding = 4) writeonly buffer Record { uvec4 record[]; };
#include "trace.glsl"
#include "wide_look_back.glsl"

uniform uint vectors;
uniform uint threshold;

const uint LOADS = EACH / 4u;
shared uint gathered[LOCAL_SIZE * EACH];

uint place(uint tile, uint k) { return tile * (LOCAL_SIZE * LOADS) + (sg_id() * LOADS + k) * lanes() + sg_lane(); }
uvec4 load(uint i) { return i < vectors ? uvec4(greaterThan(density[i], uvec4(threshold))) : uvec4(0u); }
uint load_sum(uint tile) {
    uvec4 sum = uvec4(0u);
    for (uint k = 0u; k < LOADS; ++k) sum += load(place(tile, k));
    return sum.x + sum.y + sum.z + sum.w;
}
void trace_four(uint pass, uint i, uvec4 four) { for (uint c = 0u; c < 4u; ++c) TRACE(pass, 4u * i + c, four[c]); }

void main() {
    const uint tile = take_tile();
    if (tile * (LOCAL_SIZE * LOADS) >= vectors) return;  // the same for the whole workgroup
    uvec4 own[LOADS];
    uvec4 sum = uvec4(0u);
    for (uint k = 0u; k < LOADS; ++k) own[k] = load(place(tile, k));
    for (uint k = 0u; k < LOADS; ++k) sum += own[k];
    uint ahead;
    const uint total = wg_total(sum.x + sum.y + sum.z + sum.w, ahead);
    announce(tile, total);
    for (uint k = 0u; k < LOADS; ++k) {
        // [GATHER]
        uvec4 rank = uvec4(0u, own[k].x, own[k].x + own[k].y, own[k].x + own[k].y + own[k].z);
        const uint four = rank.w + own[k].w, within = sg_inclusive_add(four), cell = 4u * place(tile, k);
        rank += ahead + within - four;  // how many of the tile are kept before each of these four
        ahead += sg_broadcast(within, lanes() - 1u);
        for (uint c = 0u; c < 4u; ++c) if (own[k][c] == 1u) gathered[rank[c]] = cell + c;
        // [/GATHER]
        trace_four(0u, place(tile, k), own[k]);
        trace_four(1u, place(tile, k), rank + own[k]);
        own[k] = rank;
    }
    const uint prefix = sum_before(tile, total);
    if (gl_LocalInvocationIndex == 0u) TRACE(2, tile, total);
    if (gl_LocalInvocationIndex == 0u) TRACE(3, tile, prefix);
    for (uint k = 0u; k < LOADS; ++k) trace_four(4u, place(tile, k), prefix + own[k]);
    // [WRITE]
    barrier();  // all that the workgroup keeps has been gathered
    for (uint s = gl_LocalInvocationIndex; s < total; s += LOCAL_SIZE) kept[prefix + s] = gathered[s];
    if (tile == (vectors - 1u) / (LOCAL_SIZE * LOADS)) if (gl_LocalInvocationIndex == 0u) count = prefix + total;
    // [/WRITE]
}
