// Stream compaction in one pass: the indices of the cells above a threshold, in order. T invocations, K cells each (K <= 32).
//   4-byte loads, a flag per load in one register | publish the count | look back | per load a ballot: each run goes straight out
// No scan and no shared exchange: a lane's rank is a bit count of the votes below it, and the lanes that keep their cell
// write side by side. Best on an H200: T=1024 K=16; T=1024 K=8 at 2^20.
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#pragma optionNV(unroll all)
layout(local_size_x = T) in;
layout(std430, binding = 0) readonly restrict buffer Cells { uint cells[]; };
layout(std430, binding = 1) writeonly restrict buffer Kept { uint kept[]; };
layout(std430, binding = 3) writeonly restrict buffer Count { uint count; };
#include "look_back.glsl"
uniform uint n;
uniform uint threshold;
uniform uint tile_vectors;  // of a tile; see scan.comp
const uint TILE = T * K, WARPS = T / 32;
shared uint warp_sum[WARPS], help_sum;

void help(uint silent) {
    if (gl_LocalInvocationIndex == 0u) help_sum = 0u;
    barrier();
    uint sum = 0u;
    for (uint i = silent * TILE + gl_LocalInvocationIndex, end = silent * TILE + 4u * tile_vectors; i < end; i += T)
        sum += cells[i] > threshold ? 1u : 0u;
    sum = subgroupAdd(sum);
    if (LANE == 0u) atomicAdd(help_sum, sum);
    barrier();
    if (gl_LocalInvocationIndex == 0u) {
        publish(silent, TOTAL, help_sum);
        atomicAdd(helped, 1u);
    }
}

void main() {
    const uint tile = take_tile(), first = tile * TILE + WARP * (32u * K) + LANE;
    uint c[K], flags = 0u;
    if ((tile + 1u) * TILE <= n) for (uint k = 0u; k < K; ++k) c[k] = cells[first + k * 32u];
    else for (uint k = 0u; k < K; ++k) c[k] = first + k * 32u < n ? cells[first + k * 32u] : 0u;
    for (uint k = 0u; k < K; ++k) flags |= c[k] > threshold ? 1u << k : 0u;
    const uint own = subgroupAdd(uint(bitCount(flags)));
    if (LANE == 0u) warp_sum[WARP] = own;
    barrier();
    const uint x = LANE < WARPS ? warp_sum[LANE] : 0u, up_to = subgroupInclusiveAdd(x);
    const uint total = subgroupBroadcast(up_to, 31u), warps_before = subgroupShuffle(up_to - x, WARP);
    hear_turn();
    if (gl_LocalInvocationIndex == 0u) publish(tile, tile == 0u ? PREFIX : TOTAL, total);
    while (true) {  // one register holds all that is needed later, so nothing has to be read again
        if (WARP == 0u) look_back(tile, total);
        barrier();
        const uint silent = my_silent;
        if (silent == NONE) break;
        help(silent);
    }
    end_turn();
    uint next = my_prefix + warps_before;
    for (uint k = 0u; k < K; ++k) {
        const bool mine = (flags >> k & 1u) != 0u;
        const uint votes = subgroupBallot(mine).x;
        if (mine) kept[next + bitCount(votes & gl_SubgroupLtMask.x)] = first + k * 32u;
        next += bitCount(votes);
    }
    if (gl_LocalInvocationIndex == 0u && tile == gl_NumWorkGroups.x - 1u) count = my_prefix + total;
}
