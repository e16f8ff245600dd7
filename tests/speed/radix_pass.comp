// One digit of 8 bits of a radix sort, in one pass over memory (OneSweep: Adinets and Merrill, 2022). T invocations (at least
// 256) with K keys each, a tile of T * K keys; PASS is the digit. PAIRS 1: each key has a 32-bit value. Stable; any n < 2^30.
//   count the tile's digits | publish | rank by ballots | exchange in shared memory, in ROUNDS | look back per digit | write runs
// Best on an H200: keys T=384 K=18 ROUNDS=2 LOOKS=3, up to 2^22 T=512 K=16 ROUNDS=2; pairs T=384 K=18 ROUNDS=3, below 2^24
// T=512 K=12 ROUNDS=3 or, at 2^20, T=1024 K=8 ROUNDS=2. Other numbers may fall off a cliff: an array too many for the registers.
//
// The exchange is smaller than the tile: all workgroups on a multiprocessor share 48 KiB in OpenGL, so a small exchange lets
// more of them run. Round r hands on the keys whose places are r * E .. (r + 1) * E - 1.
// Pairs: FROM_PAIRS and TO_PAIRS join key and value in one vector between the passes. A run of one digit is then one piece of
// memory instead of two, twice as long.
//
// What each idea brings, one at a time:
//   STAGE 1, 2   count, and scatter after a scan by another dispatch, instead of a look-back (0)
//   DIRECT 1     no exchange: each key goes straight from its invocation to its place in memory
//   ROUNDS 1     an exchange as large as the tile
//   PACKED 1     two places per register: pays where K is 20 and more
//   LOOKS        states read at a time
//   RUNTIME 1    the digit is a uniform, not a constant
// SKIP 1: the program for a sort in which some digit is the same in all keys. histogram.comp has chosen who reads and writes
// what, and how many workgroups each pass has: 0 over such a digit. That choice costs 5 %, so where all passes run, it is the
// program without SKIP that has the workgroups. Keys only.
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#pragma optionNV(unroll all)
#ifndef PAIRS
#define PAIRS 0
#endif
#ifndef STAGE
#define STAGE 0
#endif
#ifndef DIRECT
#define DIRECT 0
#endif
#ifndef PACKED
#define PACKED 0
#endif
#ifndef LOOKS
#define LOOKS 4
#endif
layout(local_size_x = T) in;
layout(std430, binding = 0) readonly restrict buffer KeysIn { uint keys_in[]; };
#ifdef SKIP
layout(std430, binding = 1) restrict buffer Result { uint result[]; };
layout(std430, binding = 4) restrict buffer Temporary { uint temporary[]; };
#else
layout(std430, binding = 1) writeonly restrict buffer KeysOut { uint keys_out[]; };
#endif
layout(std430, binding = 2) coherent volatile buffer States { uint states[]; };  // 256 per tile, all 0 before the first sort
layout(std430, binding = 3) coherent buffer Starts { uint finished; uint ticket[4]; uint stuck; uint plan[4]; uint groups[12]; uint all_groups[3]; uint gap[7]; uint start[1024]; uint count[1024]; };
#if PAIRS
layout(std430, binding = 4) readonly restrict buffer PairsIn { uvec2 pairs_in[]; };
layout(std430, binding = 5) readonly restrict buffer ValuesIn { uint values_in[]; };
layout(std430, binding = 6) writeonly restrict buffer ValuesOut { uint values_out[]; };
layout(std430, binding = 7) writeonly restrict buffer PairsOut { uvec2 pairs_out[]; };
#elif STAGE
layout(std430, binding = 4) buffer Counts { uint counts[]; };  // of STAGE 1: counts; of STAGE 2: their inclusive sums
uniform uint tiles;
#endif
uniform uint n;
#ifdef RUNTIME
uniform uint pass_now;
#define DIGIT(k) bitfieldExtract(k, int(pass_now * 8u), 8)
#else
#define DIGIT(k) ((k) >> (8u * PASS) & 255u)
#endif
#define LANE gl_SubgroupInvocationID
#define WARP gl_SubgroupID
#if PACKED
#define PLACE(i) (((i) & 1u) == 0u ? place[(i) / 2u] & 0xFFFFu : place[(i) / 2u] >> 16u)
#else
#define PLACE(i) place[i]
#endif
const uint TILE = T * K, WARPS = T / 32, E = TILE / ROUNDS, SLOTS = K / ROUNDS;
shared uint room[max(WARPS * 256, E * (1 + PAIRS))];  // first the counts of each subgroup, then the exchange
shared uint to[256], part[8], my_tile, my_plan;
// Two bits of flag, 30 of value, in one word, so a state is never torn. What the pass before left, its PREFIX, reads as
// EMPTY in this one; after an even number of passes all states read as EMPTY in pass 0 again.
#ifdef SKIP
uint EMPTY;  // alternates from one pass that runs to the next
#define TOTAL (EMPTY ^ 1u << 30u)
#define PREFIX (EMPTY ^ 1u << 31u)
const uint VALUE = 0x3FFFFFFFu;
#else
const uint EMPTY = (PASS & 1u) << 31u, TOTAL = EMPTY + (1u << 30u), PREFIX = EMPTY + (2u << 30u), VALUE = 0x3FFFFFFFu;
#endif
const uint MOST_POLLS = 4000000u;  // then `stuck` counts, and the result is wrong: the caller must look

// The lanes that hold the same digit: a ballot per bit.
uint peers_of(uint digit) {
    uint peers = ~0u;
    for (uint b = 0u; b < 8u; ++b) {
        const bool one = (digit & (1u << b)) != 0u;
        const uint votes = subgroupBallot(one).x;
        if (one) peers &= votes; else peers &= ~votes;
    }
    return peers;
}

// How many keys of this digit are in the tiles before. LOOKS states are under way together.
uint look_back(uint tile, uint digit) {
    if (tile == 0u) return start[PASS * 256u + digit];
    int from = int(tile) - 1;
    uint sum = 0u, polls = 0u;
    bool end = false;
    while (!end) {
        uint s[LOOKS];
        for (int j = 0; j < LOOKS; ++j) s[j] = states[uint(max(from - j, 0)) * 256u + digit];
        for (int j = 0; j < LOOKS; ++j) if (!end) {
            while (((s[j] ^ EMPTY) & ~VALUE) == 0u) {
                s[j] = states[uint(max(from - j, 0)) * 256u + digit];
                if (++polls > MOST_POLLS) { atomicAdd(stuck, 1u); break; }
            }
            sum += s[j] & VALUE;
            end = ((s[j] ^ PREFIX) & ~VALUE) == 0u || polls > MOST_POLLS;
        }
        from -= LOOKS;
    }
    return sum;
}

void main() {
    const uint tid = gl_LocalInvocationIndex, row = WARP * 256u;
#ifdef SKIP
    if (tid == 0u) my_plan = plan[PASS];
#endif
    if (tid == 0u) my_tile = STAGE == 0 ? atomicAdd(ticket[PASS], 1u) : gl_WorkGroupID.x;
    for (uint i = tid; i < WARPS * 256; i += T) room[i] = 0u;
    barrier();
    const uint tile = my_tile, left = n - tile * TILE, first = tile * TILE + WARP * (32u * K) + LANE;
    const bool whole = left >= TILE;
    uint key[K], place[PACKED == 1 ? (K + 1) / 2 : K];
#ifdef SKIP
    const uint from = my_plan >> 1u & 3u;
        const bool to_result = (my_plan & 16u) != 0u;
    EMPTY = my_plan & 1u << 31u;
#endif
#if PAIRS
    uint value[K];
#endif
    // [LOAD] lanes side by side; what is beyond n sorts last and is not written
#if PAIRS && FROM_PAIRS
    if (whole) for (uint i = 0u; i < K; ++i) { const uvec2 p = pairs_in[first + i * 32u]; key[i] = p.x; value[i] = p.y; }
    else for (uint i = 0u; i < K; ++i) { const uvec2 p = first + i * 32u < n ? pairs_in[first + i * 32u] : uvec2(~0u); key[i] = p.x; value[i] = p.y; }
#elif defined(SKIP)
    if (whole) {
        if (from == 0u) for (uint i = 0u; i < K; ++i) key[i] = keys_in[first + i * 32u];
        else if (from == 1u) for (uint i = 0u; i < K; ++i) key[i] = temporary[first + i * 32u];
        else for (uint i = 0u; i < K; ++i) key[i] = result[first + i * 32u];
    } else for (uint i = 0u; i < K; ++i) {
        const uint at = first + i * 32u;
        key[i] = at >= n ? ~0u : from == 0u ? keys_in[at] : from == 1u ? temporary[at] : result[at];
    }
#else
    if (whole) for (uint i = 0u; i < K; ++i) key[i] = keys_in[first + i * 32u];
    else for (uint i = 0u; i < K; ++i) key[i] = first + i * 32u < n ? keys_in[first + i * 32u] : ~0u;
#endif
    // [COUNT] before ranking, so that the tile's totals are out early
    for (uint i = 0u; i < K; ++i) atomicAdd(room[row + DIGIT(key[i])], 1u);
    barrier();
    uint total = 0u, before = 0u;  // of digit `tid`: in the tile, and smaller digits in the tile
    if (tid < 256u) {
        for (uint w = 0u; w < WARPS; ++w) total += room[w * 256u + tid];
#if STAGE == 1
        counts[tid * tiles + tile] = total;
    }
#else
        if (STAGE == 0 && tile > 0u) states[tile * 256u + tid] = TOTAL | total;
        before = subgroupInclusiveAdd(total);
        if (LANE == 31u) part[WARP] = before;
        before -= total;
    }
    barrier();
    if (tid < 256u) {  // where each subgroup's keys of each digit begin in the tile
        for (uint w = 0u; w < WARP; ++w) before += part[w];
        uint run = before;
        for (uint w = 0u; w < WARPS; ++w) { const uint c = room[w * 256u + tid]; room[w * 256u + tid] = run; run += c; }
    }
    barrier();
    // [RANK] the last lane of a digit adds all its peers at once; the others take its answer
    for (uint i = 0u; i < K; ++i) {
        const uint digit = DIGIT(key[i]), peers = peers_of(digit), below = bitCount(peers & gl_SubgroupLtMask.x);
        uint old = 0u;
        if ((peers & gl_SubgroupGtMask.x) == 0u) old = atomicAdd(room[row + digit], below + 1u);
        const uint p = subgroupShuffle(old, uint(findMSB(peers))) + below;
#if PACKED
        place[i / 2u] = (i & 1u) == 0u ? p : place[i / 2u] | p << 16u;
#else
        place[i] = p;
#endif
    }
    barrier();
#if PAIRS && !FROM_PAIRS
    if (whole) for (uint i = 0u; i < K; ++i) value[i] = values_in[first + i * 32u];  // under way while the tile looks back
    else for (uint i = 0u; i < K; ++i) value[i] = first + i * 32u < n ? values_in[first + i * 32u] : 0u;
#endif
#if !DIRECT
    for (uint i = 0u; i < K; ++i) { const uint p = PLACE(i); if (ROUNDS == 1 || p < E) room[p] = key[i]; }
#endif
    if (tid < 256u) {
#if STAGE == 2
        to[tid] = counts[tid * tiles + tile] - total - before;
#else
        const uint sum = look_back(tile, tid);
        states[tile * 256u + tid] = PREFIX | (sum + total);
        to[tid] = sum - before;  // a key at place p of the tile belongs at to[its digit] + p
#endif
    }
#if PAIRS
    for (uint i = 0u; i < K; ++i) { const uint p = PLACE(i); if (ROUNDS == 1 || p < E) room[E + p] = value[i]; }
#endif
    barrier();
#if DIRECT
    for (uint i = 0u; i < K; ++i) { const uint p = PLACE(i); if (p < left) keys_out[to[DIGIT(key[i])] + p] = key[i]; }
#else
    // [WRITE] neighbouring invocations write neighbouring keys of a run
    for (uint r = 0u; r < ROUNDS; ++r) {
        if (r > 0u) {
            barrier();
            for (uint i = 0u; i < K; ++i) {
                const uint p = PLACE(i) - r * E;
                if (p < E) {
                    room[p] = key[i];
#if PAIRS
                    room[E + p] = value[i];
#endif
                }
            }
            barrier();
        }
        for (uint i = 0u; i < SLOTS; ++i) {
            const uint q = tid + i * T, k = room[q], at = to[DIGIT(k)] + q + r * E;
            if (q + r * E < left) {
#ifdef SKIP
                if (to_result) result[at] = k; else temporary[at] = k;
#elif PAIRS && TO_PAIRS
                pairs_out[at] = uvec2(k, room[E + q]);
#else
                keys_out[at] = k;
#if PAIRS
                values_out[at] = room[E + q];
#endif
#endif
            }
        }
    }
#endif
#endif
}
