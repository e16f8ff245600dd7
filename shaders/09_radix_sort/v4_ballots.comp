#version 450 core
// v4 ballots: the lanes of a subgroup find out with a vote per bit who has the same digit (a multisplit), and so who comes first.
// From v3:  8 ballots per key instead of LOCAL_SIZE comparisons, and no barrier per load; each subgroup has its own counts.
// Gains:    ranking hardly depends on the size of a workgroup any more.
// Cost:     a histogram per subgroup; writes still go anywhere.   Next: v5 sorts the tile before it writes.
//   lane:      0 1 2 3 4 5 6 7
//   digit:     3 0 3 1 0 0 1 2     bit 0 votes: 1 0 1 1 0 0 1 0     bit 1 votes: 1 0 1 0 0 0 0 1
//   lane 5 voted 0 and 0: its peers are lanes 1 4 5, two of them below it, so it goes to next[0] + 2
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer Table { uint table[]; };
layout(std430, binding = 2) writeonly buffer Sorted { uint sorted[]; };
#include "grid.glsl"

uniform uint n;
uniform uint shift;
uniform uint width;
uniform uint columns;
#define SHIFT shift
#define WIDTH width
#include "v4_multisplit.glsl"

void main() {
    const uint tile = flat_workgroup();
    if (tile >= columns) return;  // the same for the whole workgroup
    uint key[EACH];
    clear_counts();
    barrier();  // every word is 0 before anybody counts
    count_digits(tile, key);
    for (uint d = me(); d < RADIX; d += LOCAL_SIZE) begin_at(d, table[d * columns + tile]);
    barrier();  // every subgroup knows where its keys begin
    // [SCATTER]
    for (uint k = 0u; k < EACH; ++k) {
        const uint to = take_place(digit_of(key[k]));
        if (index_of(tile, k) < n) sorted[to] = key[k];
    }
    // [/SCATTER]
}
