// What a shuffle, a ballot and a cluster give, in one subgroup of 8 lanes.
#version 450 core
// [subgroups]
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_clustered : require
layout(local_size_x = 8) in;
layout(std430, binding = 0) writeonly buffer Rows { uint rows[32]; };

void main() {
    const uint lane = gl_SubgroupInvocationID, mine = lane * 10u;
    const uvec4 ballot = subgroupBallot(lane % 3u == 0u);        // one bit per lane: 0, 3 and 6 say yes
    rows[lane] = subgroupShuffleXor(mine, 1u);                   // my neighbour's value: pairs trade
    rows[8u + lane] = ballot.x;
    rows[16u + lane] = subgroupBallotExclusiveBitCount(ballot);  // how many before me say yes
    rows[24u + lane] = subgroupClusteredAdd(mine, 4u);           // the sum of my four
}
// [/subgroups]
