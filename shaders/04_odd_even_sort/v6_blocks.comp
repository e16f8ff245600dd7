#version 450 core
// v6 blocks: a workgroup takes two neighbouring blocks, not two keys, and merges them in shared memory.
// From v5:  round 1 first sorts the blocks; then as many rounds as there are blocks suffice, as n passes do for n keys.
// Gains:    n / block dispatches, not n: 2^20 keys in blocks of 3584 take 293.
// Cost:     each round moves every key, most of them not far.   Next: lesson 05 compares over doubling distances.
//   round 1, even pairs:   [0 1 2 | 3 4 5] [6 7 8 | 9 . .]      blocks of 3 keys, n = 10; dots are padding
//   round 2, odd pairs:     0 1 2  [3 4 5 | 6 7 8]  9
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
#include "grid.glsl"
#include "trace.glsl"
uniform uint n;
uniform uint round;  // from 1

const uint TILE = ITEMS * LOCAL_SIZE;  // two blocks
shared uint tile[TILE];
uint held[ITEMS];  // my share of the tile

void sort_to_held(uint mine) {  // all passes of v2, without a barrier: nobody else sees my registers
    for (uint k = 0u; k < ITEMS; ++k) held[k] = tile[mine + k];
    for (uint pass = 0u; pass < ITEMS; ++pass)
        for (uint low = pass % 2u; low + 1u < ITEMS; low += 2u) {
            const uint a = held[low], b = held[low + 1u];
            held[low] = min(a, b);
            held[low + 1u] = max(a, b);
        }
}
// [merge]
// Merges two runs that start at tile[a] and tile[a + run]; my share is ITEMS keys of the result, after the first `skip`.
void merge_to_held(uint a, uint run, uint skip) {
    uint b = a + run;
    const uint a_end = b, b_end = b + run;
    uint least = skip - min(skip, run), most = min(skip, run);  // how many of the skipped keys come from run a?
    while (least < most) {
        const uint guess = (least + most) / 2u;
        if (tile[a + guess] <= tile[b + skip - 1u - guess]) least = guess + 1u; else most = guess;
    }
    a += least;
    b += skip - least;
    for (uint k = 0u; k < ITEMS; ++k) {
        const bool from_a = b == b_end || (a < a_end && tile[a] <= tile[b]);
        held[k] = tile[from_a ? a++ : b++];
    }
}
// [/merge]
void main() {
    const uint i = gl_LocalInvocationID.x, mine = i * ITEMS;
    const uint start = flat_workgroup() * TILE + (round % 2u == 1u ? 0u : TILE / 2u);
    for (uint k = i; k < TILE; k += LOCAL_SIZE) tile[k] = start + k < n ? keys[start + k] : ~0u;
    barrier();
    for (uint run = round == 1u ? 0u : TILE / 2u, pass = 0u; run < TILE; run = max(2u * run, ITEMS), ++pass) {
        if (run == 0u) sort_to_held(mine);
        else merge_to_held(mine - mine % (2u * run), run, mine % (2u * run));
        barrier();  // all have read before anyone writes
        for (uint k = 0u; k < ITEMS; ++k) tile[mine + k] = held[k];
        for (uint k = 0u; k < ITEMS; ++k) TRACE(pass, start + mine + k, held[k]);
        barrier();  // the next merge reads what others wrote
    }
    for (uint k = i; k < TILE && start + k < n; k += LOCAL_SIZE) keys[start + k] = tile[k];
}
