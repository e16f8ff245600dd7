// SPDX-License-Identifier: MIT
// What v6 to v8 know of the tiles before theirs: for each digit a look-back of its own, all at once. Include this after
// v5_smaller_digits.glsl, count[], and a buffer with a ticket per digit and a state per tile and digit:
//   coherent volatile buffer Tiles { uint ticket[32]; uint states[]; };
// DIGIT is the number of this digit; all states are 0 before digit 0. LOOKS states are read at a time. Nothing here depends on
// the progress of others: a workgroup that has waited too long for a tile counts it itself.
uniform uint patience;  // fruitless looks before a silent tile is counted here

// [STATE]
// Two bits of flag and 30 of value (n < 2^30) in one word, so no state is ever torn, and nothing else must become visible with
// it. Nothing is cleared between two digits: what one leaves, PREFIX or TOTAL, reads as empty in the next one's dispatch, since
// the flags of odd digits differ from those of even ones.
#define EMPTY (uint(DIGIT & 1u) << 31u)
#define TOTAL (EMPTY + (1u << 30u))
#define PREFIX (EMPTY + (2u << 30u))
const uint VALUE = (1u << 30u) - 1u;
uint flag_of(uint state) { return (state ^ EMPTY) >> 30u; }  // 1: total, 2: prefix; 0 or 3: nothing yet
bool answers(uint state) { return flag_of(state) == 1u || flag_of(state) == 2u; }
void publish(uint tile, uint d, uint flag, uint value) { states[tile * RADIX + d] = flag | value; }
// [/STATE]

shared uint my_tile, silent;  // silent: 1 + the last tile that did not answer; 0: all did

// The next tile, of which nothing is counted yet.
uint take_tile() {
    clear_counts();
    if (me() == 0u) {
        my_tile = atomicAdd(ticket[DIGIT], 1u);
        silent = 0u;
    }
    barrier();
    return my_tile;
}

// Says what this tile has of each digit, before anything else is done with it. Tile 0 waits until it can say a prefix.
void announce(uint tile, uint total[PER]) {
    MY_DIGITS if (tile > 0u) publish(tile, d, TOTAL, total[j]);
}

// How many keys have a smaller digit than each of mine, in all tiles.
void starts(out uint sum[PER]) {
    for (uint j = 0u; j < PER; ++j) sum[j] = 0u;
    MY_DIGITS sum[j] = count[DIGIT * RADIX + d];
    smaller_digits(sum);
}

// [HELP]
// Publishes the totals of a tile that is late; of tile 0, its prefix. Its owner may publish at the same time: the same, or a
// prefix, which a total may overwrite. Then looks go further back, and find the same sum.
void help(uint tile) {
    MY_DIGITS to[d] = 0u;
    barrier();
    for (uint i = tile * TILE + me(); i < min(tile * TILE + TILE, n); i += LOCAL_SIZE) atomicAdd(to[digit_of(KEY(i))], 1u);
    barrier();
    uint counted[PER], start[PER];
    MY_DIGITS counted[j] = to[d];
    if (tile == 0u) starts(start);
    MY_DIGITS
        if (!answers(states[tile * RADIX + d]))
            publish(tile, d, tile == 0u ? PREFIX : TOTAL, counted[j] + (tile == 0u ? start[j] : 0u));
}
// [/HELP]

// [LOOK]
// Adds to `sum` what all tiles before `tile` have of digit d. LOOKS states are under way together; one that says nothing yet is
// read again by itself. False if it said nothing for too long.
bool look(uint d, uint tile, inout uint sum) {
    uint polls = 0u;
    int from = int(tile) - 1;
    bool end = tile == 0u;
    while (!end) {
        uint state[LOOKS];
        for (int k = 0; k < LOOKS; ++k) state[k] = states[uint(max(from - k, 0)) * RADIX + d];
        for (int k = 0; k < LOOKS; ++k) if (!end) {
            while (!answers(state[k]) && polls++ < patience) state[k] = states[uint(max(from - k, 0)) * RADIX + d];
            const bool late = !answers(state[k]);
            if (late) atomicMax(silent, uint(from - k) + 1u);
            sum += state[k] & VALUE;
            end = late || flag_of(state[k]) == 2u;
        }
        from -= LOOKS;
    }
    return polls <= patience;
}
// [/LOOK]

// The number of keys that come before those of my digits in this tile: all smaller digits, and the same one in earlier tiles.
// Tile 0 knows the former by a scan of the counts, and puts them into its prefix. False if a tile did not answer: by then its
// totals are published, and the caller starts over from its keys, so that none must stay in registers meanwhile.
bool look_back(uint tile, uint total[PER], out uint sum[PER]) {
    for (uint j = 0u; j < PER; ++j) sum[j] = 0u;
    if (tile == 0u) starts(sum);
    MY_DIGITS if (look(d, tile, sum[j])) publish(tile, d, PREFIX, sum[j] + total[j]);
    barrier();
    const uint late = silent;
    if (late == 0u) return true;
    barrier();  // all know which
    if (me() == 0u) silent = 0u;
    help(late - 1u);
    clear_counts();
    barrier();  // the caller counts again
    return false;
}
