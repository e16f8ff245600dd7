#version 450 core
// Exercise 7: merge by rank.  Two sorted runs lie side by side. Each key finds its own place in the merged run:
// its index in its own run, plus the number of keys of the other run that come before it.
// Given:    loading, the sort of each invocation's own keys, the loop over the merges, both barriers, storing.
// Wanted:   comes_before(), by binary search, and the place where each key goes. Every place must be taken exactly once.
// TRACE:    given; it shows each key at the place you chose.
// Look at:  --data few. If two keys go to one place, some other place keeps an old key.
//   run 0:  2 5 5 9      run 1:  1 5 7 8      the 7 goes to 2 + 3: two keys before it in its run, three in the other
// [gap]
// run before it. Of equal keys, the left run's come first, so the right run counts equal ones as well.
// [/gap]
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
#include "grid.glsl"
#include "trace.glsl"
uniform uint n;
uniform uint round;

const uint TILE = ITEMS * LOCAL_SIZE;
shared uint tile[TILE];
uint held[ITEMS], place[ITEMS];  // my keys, and where they go

void sort_to_held(uint mine) {
    for (uint k = 0u; k < ITEMS; ++k) held[k] = tile[mine + k];
    for (uint pass = 0u; pass < ITEMS; ++pass)
        for (uint low = pass % 2u; low + 1u < ITEMS; low += 2u) {
            const uint a = held[low], b = held[low + 1u];
            held[low] = min(a, b);
            held[low + 1u] = max(a, b);
        }
    for (uint k = 0u; k < ITEMS; ++k) place[k] = mine + k;
}

// How many of the `run` sorted keys from tile[begin] on come before `key`.
// [gap]
uint comes_before(uint begin, uint run, uint key, bool equal_too) {
    uint least = 0u, most = run;
    while (least < most) {
        const uint guess = (least + most) / 2u, other = tile[begin + guess];
        if (other < key || (equal_too && other == key)) least = guess + 1u; else most = guess;
    }
    return least;
//| uint comes_before(uint begin, uint run, uint key) {
//|     return 0u;  // TODO: a binary search: smaller keys come before it. And equal ones?
// [/gap]
}

void merge_to_held(uint mine, uint run) {
    for (uint k = 0u; k < ITEMS; ++k) {
        // [gap]
        const uint at = mine + k, pair = at - at % (2u * run);
        const bool is_right = at % (2u * run) >= run;
        held[k] = tile[at];
        place[k] = pair + at % run + comes_before(is_right ? pair : pair + run, run, held[k], is_right);
        //| held[k] = tile[mine + k];
        //| place[k] = mine + k;  // TODO: runs of `run` keys are merged in pairs, the first pair starting at tile[0]
        // [/gap]
    }
}

void main() {
    const uint i = gl_LocalInvocationID.x, mine = i * ITEMS;
    const uint start = flat_workgroup() * TILE + (round % 2u == 1u ? 0u : TILE / 2u);
    for (uint k = i; k < TILE; k += LOCAL_SIZE) tile[k] = start + k < n ? keys[start + k] : ~0u;
    barrier();
    for (uint run = round == 1u ? 0u : TILE / 2u, pass = 0u; run < TILE; run = max(2u * run, ITEMS), ++pass) {
        if (run == 0u) sort_to_held(mine);
        else merge_to_held(mine, run);
        barrier();  // all have read before anyone writes
        for (uint k = 0u; k < ITEMS; ++k) tile[place[k]] = held[k];
        for (uint k = 0u; k < ITEMS; ++k) TRACE(pass, start + place[k], held[k]);
        barrier();  // the next merge reads what others wrote
    }
    for (uint k = i; k < TILE && start + k < n; k += LOCAL_SIZE) keys[start + k] = tile[k];
}
