// Counts all four digits of 8 bits in one reading of the keys. The last workgroup to finish turns the counts into starts, the
// number of keys with smaller digits, and clears up for the next sort. T invocations (a multiple of 256, at most 1024).
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#pragma optionNV(unroll all)
layout(local_size_x = T) in;
layout(std430, binding = 0) readonly restrict buffer Keys { uvec4 keys[]; };
layout(std430, binding = 0) readonly restrict buffer Single { uint single[]; };  // the same memory
layout(std430, binding = 3) coherent buffer Starts { uint finished; uint ticket[4]; uint stuck; uint gap[26]; uint start[1024]; uint count[1024]; };
uniform uint n;
shared uint bins[1024], last, part[32];
void put(uint digit, uint bin) { atomicAdd(bins[digit * 256u + bin], 1u); }
void put(uint k) { put(0u, k & 255u); put(1u, k >> 8u & 255u); put(2u, k >> 16u & 255u); put(3u, k >> 24u); }

void main() {
    const uint tid = gl_LocalInvocationIndex, vectors = n / 4u, step = gl_NumWorkGroups.x * T;
    for (uint i = tid; i < 1024u; i += T) bins[i] = 0u;
    barrier();
    uint i = gl_GlobalInvocationID.x;
    for (; i + 3u * step < vectors; i += 4u * step) {  // four loads under way
        uvec4 v[4];
        for (uint k = 0u; k < 4u; ++k) v[k] = keys[i + k * step];
        for (uint k = 0u; k < 4u; ++k) { put(v[k].x); put(v[k].y); put(v[k].z); put(v[k].w); }
    }
    for (; i < vectors; i += step) { const uvec4 v = keys[i]; put(v.x); put(v.y); put(v.z); put(v.w); }
    if (gl_GlobalInvocationID.x < (n & 3u)) put(single[4u * vectors + gl_GlobalInvocationID.x]);
    barrier();
    for (uint b = tid; b < 1024u; b += T) if (bins[b] != 0u) atomicAdd(count[b], bins[b]);
    memoryBarrierBuffer();
    barrier();
    if (tid == 0u) last = atomicAdd(finished, 1u);
    barrier();
    if (last != gl_NumWorkGroups.x - 1u) return;
    memoryBarrierBuffer();
    for (uint b = tid; b < 1024u; b += T) {  // 256 invocations per digit
        const uint c = atomicExchange(count[b], 0u), up_to = subgroupInclusiveAdd(c);
        if (gl_SubgroupInvocationID == 31u) part[b / 32u] = up_to;
        barrier();
        uint s = up_to - c;
        for (uint k = b / 32u & ~7u; k < b / 32u; ++k) s += part[k];
        start[b] = s;
        barrier();
    }
    if (tid == 0u) finished = 0u;
    if (tid < 4u) ticket[tid] = 0u;
}
