// SPDX-License-Identifier: MIT
// subgroup.glsl without any extension: SG_SHARED_SIZE consecutive invocations (at most 128) form a virtual subgroup
// that meets in shared memory. Costs 4 bytes of shared memory per invocation and two barriers per operation.
//
//   sg_post(v):  scratch[me] = v;  barrier();      from here on, all may read
//   ... reads of this subgroup's part of scratch ...
//   barrier();                                     from here on, the next operation may write
#ifndef SG_SHARED_SIZE
#define SG_SHARED_SIZE 32
#endif
#define SG_IS_SHARED

shared uint sg_scratch[LOCAL_SIZE];

uint sg_size() { return uint(SG_SHARED_SIZE); }
uint sg_lane() { return gl_LocalInvocationIndex % sg_size(); }
uint sg_id() { return gl_LocalInvocationIndex / sg_size(); }
uint sg_count() { return (uint(LOCAL_SIZE) + sg_size() - 1u) / sg_size(); }

// My subgroup's part of scratch; the last subgroup may be short.
uint sg_first() { return sg_id() * sg_size(); }
uint sg_lanes() { return min(sg_size(), uint(LOCAL_SIZE) - sg_first()); }

void sg_post(uint bits) {
    sg_scratch[gl_LocalInvocationIndex] = bits;
    barrier();
}

uint sg_to_bits(uint v) { return v; }
uint sg_to_bits(int v) { return uint(v); }
uint sg_to_bits(float v) { return floatBitsToUint(v); }

// The same code for each type. BACK turns bits back into a T.
#define SG_ADD(T, BACK)                                                                            \
    T sg_add_below(T v, uint lanes) {                                                              \
        sg_post(sg_to_bits(v));                                                                    \
        T sum = T(0);                                                                              \
        for (uint i = 0u; i < lanes; ++i) sum += BACK(sg_scratch[sg_first() + i]);                 \
        barrier();                                                                                 \
        return sum;                                                                                \
    }                                                                                              \
    T sg_add(T v) { return sg_add_below(v, sg_lanes()); }                                          \
    T sg_inclusive_add(T v) { return sg_add_below(v, sg_lane() + 1u); }                            \
    T sg_exclusive_add(T v) { return sg_add_below(v, sg_lane()); }
SG_ADD(uint, uint)
SG_ADD(int, int)
SG_ADD(float, uintBitsToFloat)

uint sg_min(uint v) {
    sg_post(v);
    uint least = v;
    for (uint i = 0u; i < sg_lanes(); ++i) least = min(least, sg_scratch[sg_first() + i]);
    barrier();
    return least;
}

uint sg_max(uint v) {
    sg_post(v);
    uint most = v;
    for (uint i = 0u; i < sg_lanes(); ++i) most = max(most, sg_scratch[sg_first() + i]);
    barrier();
    return most;
}

// A missing lane is not read: an index outside shared memory may end the process.
#define SG_MOVE(T, BACK)                                                                           \
    T sg_shuffle(T v, uint lane) {                                                                 \
        sg_post(sg_to_bits(v));                                                                    \
        T other = lane < sg_lanes() ? BACK(sg_scratch[sg_first() + lane]) : v;                     \
        barrier();                                                                                 \
        return other;                                                                              \
    }                                                                                              \
    T sg_shuffle_xor(T v, uint mask) { return sg_shuffle(v, sg_lane() ^ mask); }                   \
    T sg_broadcast(T v, uint lane) { return sg_shuffle(v, lane); }                                 \
    T sg_broadcast_first(T v) { return sg_shuffle(v, 0u); }
SG_MOVE(uint, uint)
SG_MOVE(int, int)
SG_MOVE(float, uintBitsToFloat)

uvec4 sg_ballot(bool b) {
    sg_post(uint(b));
    uvec4 votes = uvec4(0u);
    for (uint i = 0u; i < sg_lanes(); ++i) votes[i / 32u] |= sg_scratch[sg_first() + i] << (i % 32u);
    barrier();
    return votes;
}

bool sg_any(bool b) { return sg_max(uint(b)) != 0u; }
bool sg_all(bool b) { return sg_min(uint(b)) != 0u; }
bool sg_elect() { return sg_lane() == 0u; }

// The extreme of my subgroup's first LANES lanes. BEST is min or max.
#define SG_EXTREME(T, NAME, BEST, BACK, LANES)                                                     \
    T NAME(T v) {                                                                                  \
        sg_post(sg_to_bits(v));                                                                    \
        T best = v;                                                                                \
        for (uint i = 0u; i < LANES; ++i) best = BEST(best, BACK(sg_scratch[sg_first() + i]));     \
        barrier();                                                                                 \
        return best;                                                                               \
    }
SG_EXTREME(int, sg_min, min, int, sg_lanes())
SG_EXTREME(float, sg_min, min, uintBitsToFloat, sg_lanes())
SG_EXTREME(int, sg_max, max, int, sg_lanes())
SG_EXTREME(float, sg_max, max, uintBitsToFloat, sg_lanes())
SG_EXTREME(uint, sg_inclusive_min, min, uint, sg_lane())
SG_EXTREME(int, sg_inclusive_min, min, int, sg_lane())
SG_EXTREME(float, sg_inclusive_min, min, uintBitsToFloat, sg_lane())
SG_EXTREME(uint, sg_inclusive_max, max, uint, sg_lane())
SG_EXTREME(int, sg_inclusive_max, max, int, sg_lane())
SG_EXTREME(float, sg_inclusive_max, max, uintBitsToFloat, sg_lane())
