// SPDX-License-Identifier: MIT
// What a tile tells the tiles after it for each digit while the dispatch is still running: how many keys it has, or how many there
// are up to its end. Include this after `my_tile` and a buffer that is 0 before digit 0 and holds
//   coherent volatile buffer Tiles { ...; uint states[]; };   a word per tile and digit
// RADIX is the number of digits, DIGIT the number of this round.
#ifdef WEATHER  // made by the checks, not there otherwise
uniform uint prefixes_every;  // only every n-th tile publishes its prefix
uniform uint mute_every;      // every n-th tile, from tile 1 on, publishes nothing: others must count it; 1: every tile publishes
#endif

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
void publish(uint tile, uint d, uint flag, uint value) {
#ifdef WEATHER
    if (tile == my_tile && tile % mute_every == 1u || flag == PREFIX && tile % prefixes_every != 0u) return;
#endif
    states[tile * RADIX + d] = flag | value;
}
// [/STATE]
