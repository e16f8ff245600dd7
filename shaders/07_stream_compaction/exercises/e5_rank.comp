#version 450 core
// Exercise 5 of lesson 07: rank in a tile. It replaces v3_one_pass.
// Task:   write rank(): how many kept cells of the tile come before this one, by votes instead of additions within a subgroup.
// Given:  sg_ballot(b): one bit per lane of the subgroup. votes_below(votes, lane): how many lanes below `lane` voted true.
//         counted[]: at least one word of shared memory per subgroup. sg_id() and sg_count(): which subgroup, of how many.
// Look:   the row "scan in tiles", your rank plus the cell itself; then "totals of tiles". Right only in a single subgroup?
//   two subgroups of four:   keep 0 1 1 0 | 1 0 0 1      counted 2 | 2      rank 0 0 1 2 | 2 3 3 3      total 4
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Densities { uint density[]; };
layout(std430, binding = 1) writeonly buffer Kept { uint kept[]; };
layout(std430, binding = 2) writeonly buffer Count { uint count; };
layout(std430, binding = 3) coherent buffer Tiles { uint ticket; uint starved; uint halves[]; };
layout(std430, binding = 4) writeonly buffer Record { uvec4 record[]; };
#include "trace.glsl"
#include "workgroup_scan.glsl"
#include "look_back.glsl"

uniform uint cells;
uniform uint threshold;
shared uint counted[LOCAL_SIZE];  // per subgroup: how many cells it keeps

uint cell(uint tile) { return tile * LOCAL_SIZE + wg_element(); }
uint load(uint tile) { return cell(tile) < cells && density[cell(tile)] > threshold ? 1u : 0u; }

uint votes_below(uvec4 votes, uint lane) {
    uint sum = 0u;
    for (int w = 0; w < 4; ++w) {
        const int some = clamp(int(lane) - 32 * w, 0, 32);
        sum += bitCount(some == 32 ? votes[w] : votes[w] & (1u << some) - 1u);
    }
    return sum;
}

// How many kept cells of the tile come before this invocation's; `total` becomes how many the tile keeps in all.
uint rank(bool keep, out uint total) {
    const uvec4 votes = sg_ballot(keep);
    // [gap]
    if (sg_lane() == 0u) counted[sg_id()] = votes_below(votes, 128u);
    barrier();  // every subgroup has published its count
    uint before = votes_below(votes, sg_lane());
    total = 0u;
    for (uint s = 0u; s < sg_count(); ++s) {
        if (s == sg_id()) before += total;
        total += counted[s];
    }
    return before;
    //| // TODO: publish how many cells this subgroup keeps, and wait until every subgroup has.
    //| // TODO: add what earlier subgroups keep, and find the total.
    //| total = votes_below(votes, 128u);
    //| return votes_below(votes, sg_lane());
    // [/gap]
}

void main() {
    const uint tile = take_tile();
    if (tile * LOCAL_SIZE >= cells) return;  // the same for the whole workgroup
    const uint i = cell(tile), own = load(tile);
    TRACE(0, i, own);  // shows the pass; leave it, and the others

    uint total;
    const uint within = rank(own == 1u, total);
    TRACE(1, i, within + own);
    const uint before = sum_before(tile, total);
    if (wg_element() == 0u) TRACE(2, tile, total);
    if (wg_element() == 0u) TRACE(3, tile, before);
    TRACE(4, i, before + within);
    if (own == 1u) kept[before + within] = i;
    if (i == cells - 1u) count = before + within + own;
}
