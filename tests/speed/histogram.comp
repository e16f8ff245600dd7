// Counts all four digits of 8 bits in one reading of the keys. The last workgroup to finish turns the counts into starts, the
// number of keys with smaller digits, and clears up for the next sort. T invocations (a multiple of 256, at most 1024).
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#pragma optionNV(unroll all)
// SKIP 1: also plans the passes, for radix_pass.comp with SKIP 1.
layout(local_size_x = T) in;
layout(std430, binding = 0) readonly restrict buffer Keys { uvec4 keys[]; };
layout(std430, binding = 0) readonly restrict buffer Single { uint single[]; };  // the same memory
layout(std430, binding = 3) coherent buffer Starts { uint finished; uint ticket[4]; uint stuck; uint plan[4]; uint groups[12]; uint all_groups[3]; uint gap[7]; uint start[1024]; uint count[1024]; };
#ifdef SKIP
layout(std430, binding = 2) writeonly buffer States { uint states[]; };  // 256 per tile: radix_pass.comp
uniform uint passes, tiles;
shared uint constant_digits;
#endif
uniform uint n;
shared uint bins[1024], last, part[32];
void put(uint digit, uint bin) { atomicAdd(bins[digit * 256u + bin], 1u); }
void put(uint k) { put(0u, k & 255u); put(1u, k >> 8u & 255u); put(2u, k >> 16u & 255u); put(3u, k >> 24u); }

void main() {
    const uint tid = gl_LocalInvocationIndex, vectors = n / 4u, step = gl_NumWorkGroups.x * T;
    for (uint i = tid; i < 1024u; i += T) bins[i] = 0u;
#ifdef SKIP
    // An odd number of passes would leave states that read as full.
    for (uint s = gl_GlobalInvocationID.x; s < 256u * tiles; s += step) states[s] = 0u;
#endif
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
#ifdef SKIP
    if (tid == 0u) constant_digits = 0u;
#endif
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
#ifdef SKIP
        if (c == n) atomicOr(constant_digits, 1u << b / 256u);
#endif
        barrier();
    }
#ifdef SKIP
    // A pass over a digit that all keys share would copy them. Who reads what is known now: the last pass that runs writes the
    // result, the one before it the temporary keys, and so on; the first one reads the input. One pass always runs.
    if (tid == 0u) {
        uint runs = ~constant_digits & (1u << passes) - 1u;
        if (runs == 0u) runs = 1u;
        uint left = uint(bitCount(runs)), from = 0u, now = 0u;
        const bool all = left == passes;  // then the program without SKIP runs
        all_groups[0] = all ? tiles : 0u;
        all_groups[1] = all_groups[2] = 1u;
        for (uint p = 0u; p < passes; ++p) {
            const bool run = (runs >> p & 1u) != 0u;
            const uint to = left % 2u == 1u ? 2u : 1u;
            plan[p] = run ? 1u | from << 1u | to << 3u | now << 31u : 0u;
            groups[3u * p] = run && !all ? tiles : 0u;
            groups[3u * p + 1u] = groups[3u * p + 2u] = 1u;
            if (run) --left, from = to, now ^= 1u;
        }
    }
#endif
    if (tid == 0u) finished = 0u;
    if (tid < 4u) ticket[tid] = 0u;
}
