// SPDX-License-Identifier: MIT
// subgroup.glsl by GL_KHR_shader_subgroup: one instruction, or a few, per operation.
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#define SG_IS_KHR

uint sg_size() { return gl_SubgroupSize; }
uint sg_lane() { return gl_SubgroupInvocationID; }
// Macros, since NVIDIA does not allow these before the shader's layout.
#define sg_id() gl_SubgroupID
#define sg_count() gl_NumSubgroups

uint sg_add(uint v) { return subgroupAdd(v); }
int sg_add(int v) { return subgroupAdd(v); }
float sg_add(float v) { return subgroupAdd(v); }

uint sg_inclusive_add(uint v) { return subgroupInclusiveAdd(v); }
int sg_inclusive_add(int v) { return subgroupInclusiveAdd(v); }
float sg_inclusive_add(float v) { return subgroupInclusiveAdd(v); }

uint sg_exclusive_add(uint v) { return subgroupExclusiveAdd(v); }
int sg_exclusive_add(int v) { return subgroupExclusiveAdd(v); }
float sg_exclusive_add(float v) { return subgroupExclusiveAdd(v); }

uint sg_min(uint v) { return subgroupMin(v); }
uint sg_max(uint v) { return subgroupMax(v); }

uint sg_shuffle(uint v, uint lane) { return subgroupShuffle(v, lane); }
int sg_shuffle(int v, uint lane) { return subgroupShuffle(v, lane); }
float sg_shuffle(float v, uint lane) { return subgroupShuffle(v, lane); }

uint sg_shuffle_xor(uint v, uint mask) { return subgroupShuffleXor(v, mask); }
int sg_shuffle_xor(int v, uint mask) { return subgroupShuffleXor(v, mask); }
float sg_shuffle_xor(float v, uint mask) { return subgroupShuffleXor(v, mask); }

// Not subgroupBroadcast: it takes only a constant lane.
uint sg_broadcast(uint v, uint lane) { return subgroupShuffle(v, lane); }
int sg_broadcast(int v, uint lane) { return subgroupShuffle(v, lane); }
float sg_broadcast(float v, uint lane) { return subgroupShuffle(v, lane); }

uint sg_broadcast_first(uint v) { return subgroupBroadcastFirst(v); }
int sg_broadcast_first(int v) { return subgroupBroadcastFirst(v); }
float sg_broadcast_first(float v) { return subgroupBroadcastFirst(v); }

uvec4 sg_ballot(bool b) { return subgroupBallot(b); }
bool sg_any(bool b) { return subgroupAny(b); }
bool sg_all(bool b) { return subgroupAll(b); }
bool sg_elect() { return subgroupElect(); }

int sg_min(int v) { return subgroupMin(v); }
float sg_min(float v) { return subgroupMin(v); }
int sg_max(int v) { return subgroupMax(v); }
float sg_max(float v) { return subgroupMax(v); }

uint sg_inclusive_min(uint v) { return subgroupInclusiveMin(v); }
int sg_inclusive_min(int v) { return subgroupInclusiveMin(v); }
float sg_inclusive_min(float v) { return subgroupInclusiveMin(v); }

uint sg_inclusive_max(uint v) { return subgroupInclusiveMax(v); }
int sg_inclusive_max(int v) { return subgroupInclusiveMax(v); }
float sg_inclusive_max(float v) { return subgroupInclusiveMax(v); }
