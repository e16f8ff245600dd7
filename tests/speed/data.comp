// Makes inputs and checks outputs on the GPU, so that every timed result is checked whole, whatever its size.
// WHAT 0  keys: random, sorted, constant, 16 distinct, skewed, descending, 16 bits, indices (cub.cu makes the same)
//      1  a sort: no key before a smaller one; sums of two hashes of the input and of the output, to be compared
//      2  a sort of pairs: also input[value] == key, and equal keys have rising values, so it is stable
//      3  an inclusive scan: output[i] - output[i - 1] == input[i]
//      4  a compaction: rising indices of cells above the threshold; sum `a` counts those cells in the input
//      5  a copy; 6  a transpose of a matrix `mask` columns wide
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly restrict buffer In { uint in_[]; };
layout(std430, binding = 1) restrict buffer Out { uint out_[]; };
layout(std430, binding = 2) readonly restrict buffer Values { uint values[]; };
layout(std430, binding = 4) buffer Found { uint errors, sum_a, sum_b, sum_c, sum_d, kept; };
uniform uint n;
uniform uint kind;
uniform uint seed;
uniform uint mask;  // bits that the sort looks at

uint mix32(uint x) {
    x ^= x >> 16; x *= 0x7FEB352Du;
    x ^= x >> 15; x *= 0x846CA68Bu;
    return x ^ x >> 16;
}
uint hash_a(uint key) { return mix32(key); }
uint hash_b(uint key) { return mix32(key ^ 0x5BD1E995u) * (key | 1u); }
uint scaled(uint i) { return uint(min(double(i) * 4294967295.0LF / double(n), 4294967295.0LF)); }

uint key_of(uint i) {
    const uint h = mix32(i + seed * 0x9E3779B9u);
    switch (kind) {
    case 1u: return scaled(i);
    case 2u: return 0x12345678u;
    case 3u: return mix32(h & 15u);
    case 4u: return h & mix32(h + 1u) & mix32(h + 2u);
    case 5u: return ~scaled(i);
    case 6u: return h & 0xFFFFu;
    case 7u: return i;
    }
    return h;
}

void main() {
    uint bad = 0u, a = 0u, b = 0u, c = 0u, d = 0u;
    for (uint i = gl_GlobalInvocationID.x; i < n; i += gl_NumWorkGroups.x * 256u) {
#if WHAT == 0
        out_[i] = key_of(i);
#else
        const uint x = in_[i];
#endif
#if WHAT == 1 || WHAT == 2
        const uint y = out_[i];
        a += hash_a(x), b += hash_b(x), c += hash_a(y), d += hash_b(y);
        if (i > 0u && (out_[i - 1u] & mask) > (y & mask)) ++bad;
#endif
#if WHAT == 2
        const uint v = values[i];
        if (v >= n) ++bad;
        else if (in_[v] != y) ++bad;
        if (i > 0u && (out_[i - 1u] & mask) == (y & mask) && values[i - 1u] >= v) ++bad;
#elif WHAT == 3
        if (out_[i] - (i > 0u ? out_[i - 1u] : 0u) != x) ++bad;
#elif WHAT == 4
        if (x > 0x7FFFFFFFu) ++a;
        if (i < kept) {
            const uint y = out_[i];
            if (y >= n) ++bad;
            else if (in_[y] <= 0x7FFFFFFFu) ++bad;
            if (i > 0u && out_[i - 1u] >= y) ++bad;
        }
#elif WHAT == 5
        if (out_[i] != x) ++bad;
#elif WHAT == 6
        if (out_[i % mask * (n / mask) + i / mask] != x) ++bad;
#endif
    }
#if WHAT != 0
    if (bad != 0u) atomicAdd(errors, bad);
    atomicAdd(sum_a, a), atomicAdd(sum_b, b), atomicAdd(sum_c, c), atomicAdd(sum_d, d);
#endif
}
