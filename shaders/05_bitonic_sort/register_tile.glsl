// SPDX-License-Identifier: MIT
// A tile of 2^TILE_BITS keys in the registers of one workgroup: which register holds which key, and how that changes.
//
// LOCAL_SIZE invocations hold 2^KEY_BITS keys each. Layout p of a tile of 16, four keys an invocation:
//   layout 0:  0 1 2 3 | 4 5 6 7 | 8 9 10 11 | 12 13 14 15       strides 1 and 2 lie within an invocation
//   layout 2:  0 4 8 12 | 1 5 9 13 | 2 6 10 14 | 3 7 11 15       strides 4 and 8 do
// In general its registers number bits p to p + KEY_BITS - 1 of a key's place in the tile, the invocation the others.
// Registers count in fours, 4q + j, so that quads() below is a layout as well: bits 0 and 1, and the topmost ones.
//
// Only constants index held[]: all loops over it have fixed counts. p, top and the layouts may vary.
const uint KEYS = 1u << KEY_BITS;

struct Layout {
    uint first;   // the place of register 0's key
    uint apart;   // from register j to j + 1 of a four
    uint fours;   // from register j of a four to register j of the next
};

uint held[KEYS];
Layout now;         // what held[] holds
uint turned = 0u;   // ~0 where a descending block is sorted as the ascending one of its complements
uint passes = 0u;   // made so far, for TRACE

shared uint tile[1u << TILE_BITS];

uint key_of(uint place);   // the shader's: where in the buffer a place of the tile lies

Layout layout_from(uint p) {
    const uint i = gl_LocalInvocationID.x;
    return Layout(((i >> p) << (p + KEY_BITS)) | (i & ((1u << p) - 1u)), 1u << p, 4u << p);
}

Layout quads() { return Layout(4u * gl_LocalInvocationID.x, 1u, 4u * LOCAL_SIZE); }

// How far behind the first key's place that of register k lies. The two share no bit: + and ^ are the same.
uint offset(Layout l, uint k) { return (k & 3u) * l.apart + (k >> 2u) * l.fours; }

// A place's address in shared memory. The 32 lanes of a subgroup then meet 32 banks, in every layout. It moves bits by
// shift and ^ alone, so that swizzle(a ^ b) = swizzle(a) ^ swizzle(b), and the half that is the same for all is found once.
uint swizzle(uint place) { return place ^ ((place >> KEY_BITS) & 31u) ^ ((place >> 2u) & 3u); }

// [exchange]
// From one layout to another, through shared memory. One barrier is enough: what an invocation writes here, it alone
// has read in the exchange before.
void exchange(Layout next) {
    const uint mine = swizzle(now.first), theirs = swizzle(next.first);
    for (uint k = 0u; k < KEYS; ++k) tile[mine ^ swizzle(offset(now, k))] = held[k];
    barrier();
    for (uint k = 0u; k < KEYS; ++k) held[k] = tile[theirs ^ swizzle(offset(next, k))];
    now = next;
}
// [/exchange]

void record() {
    for (uint k = 0u; k < KEYS; ++k) TRACE(passes, key_of(now.first + offset(now, k)), held[k] ^ turned);
    ++passes;
}

// [compare]
// The passes of one block with strides below 2^top, down to 2^p, which is the smallest between two registers.
void compare(uint p, uint top) {
    for (uint step = 0u; step < KEY_BITS; ++step) {
        const uint bit = KEY_BITS - 1u - step;
        if (p + bit < top) {
            for (uint k = 0u; k < KEYS; ++k) {
                if ((k >> bit & 1u) != 0u) continue;
                const uint a = held[k], b = held[k + (1u << bit)];
                held[k] = min(a, b);
                held[k + (1u << bit)] = max(a, b);
            }
            record();
        }
    }
}
// [/compare]

// [merge]
// The passes of one block with strides below 2^top, in as few layouts as there can be, from layout p on. Ends when none
// is left, or only strides below 2^least, and gives their number.
uint merge(uint p, uint top, uint least) {
    while (top > least) {
        if (top <= p || top > p + KEY_BITS) {  // the next stride is not between two registers
            p = min(max(top, KEY_BITS + least) - KEY_BITS, uint(TILE_BITS - KEY_BITS));
            exchange(layout_from(p));
        }
        compare(p, top);
        top = p;
    }
    return top;
}
// [/merge]
