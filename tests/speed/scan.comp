// Inclusive scan of 32-bit sums in one pass: T invocations, L vectors of 4 elements each, so a tile of 4 * T * L elements.
//   load | publish the tile's total | scan in registers and over lanes | look back | add and store
// Best on an H200: T=256 L=8 from 2^22 elements on, T=1024 L=2 or T=512 L=4 below.
// A tile that does not answer is added up by the workgroup that waits for it, which then begins again: its elements are read
// once more, so that no register holds them meanwhile. PATIENCE=0 in the environment makes that happen all the time.
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#pragma optionNV(unroll all)
layout(local_size_x = T) in;
layout(std430, binding = 0) readonly restrict buffer Values { uvec4 values[]; };  // filled up with zeros to whole vectors
layout(std430, binding = 1) writeonly restrict buffer Sums { uvec4 sums[]; };
#include "look_back.glsl"
uniform uint vectors;
uniform uint tile_vectors;  // of a tile: a uniform, so that the loop below is not unrolled into a hundred registers
const uint TILE = T * L, WARPS = T / 32;
shared uint warp_sum[WARPS], help_sum;

// Publishes the total of a tile that does not answer. Its own workgroup may publish the same later, or its prefix before:
// then others read a total where they could have read a prefix, which costs a look and nothing else.
void help(uint silent) {
    if (gl_LocalInvocationIndex == 0u) help_sum = 0u;
    barrier();
    uint sum = 0u;
    for (uint i = silent * TILE + gl_LocalInvocationIndex, end = silent * TILE + tile_vectors; i < end; i += T) {
        const uvec4 v = values[i];
        sum += v.x + v.y + v.z + v.w;
    }
    sum = subgroupAdd(sum);
    if (LANE == 0u) atomicAdd(help_sum, sum);
    barrier();
    if (gl_LocalInvocationIndex == 0u) {
        publish(silent, TOTAL, help_sum);
        atomicAdd(helped, 1u);
    }
}

void main() {
    const uint tile = take_tile(), first = tile * TILE + WARP * (32u * L) + LANE;
    const bool whole = (tile + 1u) * TILE <= vectors;  // asked once: a load after a question of its own waits for the last
    uvec4 v[L];
    uint before[L], warps_before;
    while (true) {
        if (whole) for (uint k = 0u; k < L; ++k) v[k] = values[first + k * 32u];
        else for (uint k = 0u; k < L; ++k) v[k] = first + k * 32u < vectors ? values[first + k * 32u] : uvec4(0u);
        uint own = 0u;
        for (uint k = 0u; k < L; ++k) own += v[k].x + v[k].y + v[k].z + v[k].w;
        own = subgroupAdd(own);
        if (LANE == 0u) warp_sum[WARP] = own;
        barrier();
        // Every subgroup adds up all of them: no second barrier.
        const uint x = LANE < WARPS ? warp_sum[LANE] : 0u, up_to = subgroupInclusiveAdd(x), total = subgroupBroadcast(up_to, 31u);
        warps_before = subgroupShuffle(up_to - x, WARP);
        hear_turn();
        if (gl_LocalInvocationIndex == 0u) publish(tile, tile == 0u ? PREFIX : TOTAL, total);
        uint ahead = 0u;
        for (uint k = 0u; k < L; ++k) {
            v[k].yw += v[k].xz;
            v[k].zw += v[k].y;
            const uint within = subgroupInclusiveAdd(v[k].w);
            before[k] = ahead + within - v[k].w;
            ahead += subgroupBroadcast(within, 31u);
        }
        if (WARP == 0u) look_back(tile, total);
        barrier();
        const uint silent = my_silent;
        if (silent == NONE) break;
        help(silent);
    }
    end_turn();
    const uint offset = my_prefix + warps_before;
    if (whole) for (uint k = 0u; k < L; ++k) sums[first + k * 32u] = v[k] + (before[k] + offset);
    else for (uint k = 0u; k < L; ++k) if (first + k * 32u < vectors) sums[first + k * 32u] = v[k] + (before[k] + offset);
}
