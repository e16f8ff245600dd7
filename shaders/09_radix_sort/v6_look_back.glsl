// SPDX-License-Identifier: MIT
// What v6 to v8 know of the tiles before theirs: for each digit a look-back of its own, all at once. Include this after
// v5_smaller_digits.glsl, count[], and a buffer with a ticket per digit and a state per tile and digit:
//   coherent volatile buffer Tiles { uint ticket[32]; uint states[]; };
// DIGIT is the number of this digit; all states are 0 before digit 0. LOOKS states are read at a time. Nothing here depends on
// the progress of others: a tile that others have waited for too long is counted by them.
uniform uint patience;  // fruitless looks before a silent tile is counted

shared uint my_tile;
#include "digit_states.glsl"

// The next tile, of which nothing is counted yet.
uint take_tile() {
    clear_counts();
    if (me() == 0u) my_tile = atomicAdd(ticket[DIGIT], 1u);
    barrier();
    return my_tile;
}

// How many keys have a smaller digit than each of mine, in all tiles.
void starts(out uint sum[PER]) {
    for (uint j = 0u; j < PER; ++j) sum[j] = 0u;
    MY_DIGITS sum[j] = count[DIGIT * RADIX + d];
    smaller_digits(sum);
}

// Says what this tile has of each digit, before anything else is done with it; what is beyond n does not count. Tile 0 knows what
// precedes its keys, too, and says its prefix.
void announce(uint tile, inout uint total[PER], out uint before[PER]) {
    for (uint j = 0u; j < PER; ++j) before[j] = 0u;
    if (tile == 0u) {
        starts(before);
        barrier();  // before the next smaller_digits()
    }
    MY_DIGITS {
        if (d == digit_of(~0u)) total[j] -= TILE - min(n - tile * TILE, TILE);
        publish(tile, d, tile == 0u ? PREFIX : TOTAL, before[j] + total[j]);
    }
}

// [HELP]
// Counts the keys of digit d in a tile that is late, and publishes its total; of tile 0, its prefix. An invocation does that for its
// digit alone: no barrier, and no registers that must wait meanwhile. The tile's owner may publish at the same time: the same, or a
// prefix, which a total may overwrite. Then looks go further back, and find the same sum.
uint help(uint tile, uint d) {
    const uint end = min(tile * TILE + TILE, n);
    uint found = 0u;
    for (uint i = tile * TILE; i < end; i += 4u)  // fewer rounds: llvmpipe ends the loops of an invocation after 65535
        for (uint k = 0u; k < 4u; ++k) if (i + k < end && digit_of(KEY(i + k)) == d) ++found;
    if (tile == 0u) for (uint smaller = 0u; smaller < d; ++smaller) found += count[DIGIT * RADIX + smaller];
    const uint flag = tile == 0u ? PREFIX : TOTAL;
    publish(tile, d, flag, found);
    return flag | found;
}
// [/HELP]

// [LOOK]
// What all tiles before `tile` have of digit d. LOOKS states are under way together; one that says nothing yet is read again by
// itself, and helped if it says nothing for too long.
uint look(uint tile, uint d) {
    uint sum = 0u, polls = 0u;
    int from = int(tile) - 1;
    for (bool end = false; !end; from -= LOOKS) {
        uint state[LOOKS];
        for (int k = 0; k < LOOKS; ++k) state[k] = states[uint(max(from - k, 0)) * RADIX + d];
        for (int k = 0; k < LOOKS; ++k) if (!end) {
            while (!answers(state[k]))
                if (polls++ < patience) state[k] = states[uint(from - k) * RADIX + d];
                else state[k] = help(uint(from - k), d);
            sum += state[k] & VALUE;
            end = flag_of(state[k]) == 2u;
        }
    }
    return sum;
}
// [/LOOK]

// Adds what all earlier tiles have of my digits to `before`, and publishes the tile's prefix: `before` and its own total. `to`
// follows from it and from the digit's first place in the sorted tile. Ends with a barrier: all may read `to`.
void look_back(uint tile, uint total[PER], uint place[PER], inout uint before[PER]) {
    MY_DIGITS {
        if (tile > 0u) {
            before[j] = look(tile, d);
            publish(tile, d, PREFIX, before[j] + total[j]);
        }
        to[d] = before[j] - place[j];
    }
    barrier();
}
