// SPDX-License-Identifier: MIT
// subgroup.glsl by GL_ARB_shader_ballot, which can read another lane and little more: each operation is a loop over
// the lanes. Every lane runs the same loop, so readInvocationARB's lane is uniform, as it must be.
#extension GL_ARB_gpu_shader_int64 : require
#extension GL_ARB_shader_ballot : require
#define SG_IS_BALLOT

uint sg_size() { return gl_SubGroupSizeARB; }
uint sg_lane() { return gl_SubGroupInvocationARB; }
uint sg_id() { return gl_LocalInvocationIndex / gl_SubGroupSizeARB; }
uint sg_count() { return (uint(LOCAL_SIZE) + gl_SubGroupSizeARB - 1u) / gl_SubGroupSizeARB; }

// The lanes that exist, counted from 0: the last subgroup may be short, and a missing lane must not be read.
uint sg_lanes() {
    const uvec2 there = unpackUint2x32(ballotARB(true));
    return uint(bitCount(there.x) + bitCount(there.y));
}

// The same code for each type: all lanes, the lanes up to mine, the lanes below mine.
#define SG_ADD(T)                                                                                  \
    T sg_add(T v) {                                                                                \
        T sum = T(0);                                                                              \
        for (uint i = 0u; i < sg_lanes(); ++i) sum += readInvocationARB(v, i);                     \
        return sum;                                                                                \
    }                                                                                              \
    T sg_inclusive_add(T v) {                                                                      \
        T sum = T(0);                                                                              \
        for (uint i = 0u; i < sg_lanes(); ++i) {                                                   \
            T other = readInvocationARB(v, i);                                                     \
            sum += i <= sg_lane() ? other : T(0);                                                  \
        }                                                                                          \
        return sum;                                                                                \
    }                                                                                              \
    T sg_exclusive_add(T v) {                                                                      \
        T sum = T(0);                                                                              \
        for (uint i = 0u; i < sg_lanes(); ++i) {                                                   \
            T other = readInvocationARB(v, i);                                                     \
            sum += i < sg_lane() ? other : T(0);                                                   \
        }                                                                                          \
        return sum;                                                                                \
    }
SG_ADD(uint)
SG_ADD(int)
SG_ADD(float)

uint sg_min(uint v) {
    uint least = v;
    for (uint i = 0u; i < sg_lanes(); ++i) least = min(least, readInvocationARB(v, i));
    return least;
}

uint sg_max(uint v) {
    uint most = v;
    for (uint i = 0u; i < sg_lanes(); ++i) most = max(most, readInvocationARB(v, i));
    return most;
}

// Each lane wants a different lane's value, but readInvocationARB gives all of them the same one: keep it when it is mine.
#define SG_MOVE(T)                                                                                 \
    T sg_shuffle(T v, uint lane) {                                                                 \
        T mine = v;                                                                                \
        for (uint i = 0u; i < sg_lanes(); ++i) {                                                   \
            T other = readInvocationARB(v, i);                                                     \
            mine = i == lane ? other : mine;                                                       \
        }                                                                                          \
        return mine;                                                                               \
    }                                                                                              \
    T sg_shuffle_xor(T v, uint mask) { return sg_shuffle(v, sg_lane() ^ mask); }                   \
    T sg_broadcast(T v, uint lane) { return readInvocationARB(v, lane); }                          \
    T sg_broadcast_first(T v) { return readFirstInvocationARB(v); }
SG_MOVE(uint)
SG_MOVE(int)
SG_MOVE(float)

uvec4 sg_ballot(bool b) { return uvec4(unpackUint2x32(ballotARB(b)), 0u, 0u); }
bool sg_any(bool b) { return ballotARB(b) != 0ul; }
bool sg_all(bool b) { return ballotARB(!b) == 0ul; }
bool sg_elect() { return sg_lane() == 0u; }

// The extreme of all lanes, and of the lanes up to mine. BEST is min or max.
#define SG_ALL(T, NAME, BEST)                                                                      \
    T NAME(T v) {                                                                                  \
        T best = v;                                                                                \
        for (uint i = 0u; i < sg_lanes(); ++i) best = BEST(best, readInvocationARB(v, i));         \
        return best;                                                                               \
    }
#define SG_UP_TO(T, NAME, BEST)                                                                    \
    T NAME(T v) {                                                                                  \
        T best = v;                                                                                \
        for (uint i = 0u; i < sg_lanes(); ++i) {                                                   \
            T other = readInvocationARB(v, i);                                                     \
            best = i < sg_lane() ? BEST(best, other) : best;                                       \
        }                                                                                          \
        return best;                                                                               \
    }
SG_ALL(int, sg_min, min)
SG_ALL(float, sg_min, min)
SG_ALL(int, sg_max, max)
SG_ALL(float, sg_max, max)
SG_UP_TO(uint, sg_inclusive_min, min)
SG_UP_TO(int, sg_inclusive_min, min)
SG_UP_TO(float, sg_inclusive_min, min)
SG_UP_TO(uint, sg_inclusive_max, max)
SG_UP_TO(int, sg_inclusive_max, max)
SG_UP_TO(float, sg_inclusive_max, max)
