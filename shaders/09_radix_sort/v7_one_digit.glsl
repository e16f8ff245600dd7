// SPDX-License-Identifier: MIT
// A digit that all keys share leaves them where they are: v7 and v8 include this after v5_smaller_digits.glsl, and with it the
// look-back. Such a pass is skipped but for a copy, so the next one finds its keys in the same buffer as always, however many
// passes are skipped. LOAD_WHOLE and STORE mean a key, and in v8 its value.
#include "v6_look_back.glsl"

// True if all keys have the first one's digit. The answer is the same for all workgroups: nobody looks back, or everybody.
shared bool one_digit;

// The last invocation asks while the first one draws the ticket; take_tile() has the barrier between this and the answer.
void ask_for_one_digit() {
    if (me() == LOCAL_SIZE - 1u) one_digit = count[DIGIT * RADIX + digit_of(KEY(0))] == n;
}

// [COPY]
// What the tile would have counted and found by looking back is known without either. It is still published: the next digit's
// flags differ from this one's, not from those of the digit before.
void copy_tile(uint tile) {
    const uint digit = digit_of(KEY(0)), first = tile * TILE;
    MY_DIGITS {
        const uint total = d == digit ? min(TILE, n - first) : 0u;
        const uint before = d < digit ? 0u : d == digit ? first : n;
        TRACE(0, d * columns + tile, total);
        TRACE(1, d * columns + tile, before);
        publish(tile, d, PREFIX, before + total);
    }
    uint key[EACH];
    for (uint k = 0u, i = index_of(tile, 0u); k < EACH; ++k, i += LANES) if (i < n) key[k] = LOAD_WHOLE(i, k);
    for (uint k = 0u, i = index_of(tile, 0u); k < EACH; ++k, i += LANES) if (i < n) STORE(i, key[k], k);
}
// [/COPY]
