// SPDX-License-Identifier: MIT
// A tile of 2^TILE_BITS keys in the registers of one workgroup: which register holds which key, and how that changes.
//
// LOCAL_SIZE invocations hold 2^KEY_BITS keys each. A key's place in the tile is a number of TILE_BITS bits, and a layout
// says which of them number the registers: of layout j the bits from P(j) on. The other bits number the invocations.
//   tile of 16, four keys each     invocation 0   1           2             3
//   layout 1, P 2: bits 3 and 2    0 4 8 12       1 5 9 13    2 6 10 14     3 7 11 15      strides 8 and 4 within one
//   layout 0, P 0: bits 1 and 0    0 1 2 3        4 5 6 7     8 9 10 11     12 13 14 15    strides 2 and 1 within one
// QUADS is one more, for the store: bits 1 and 0, and the rest from the top, so that neighbours hold neighbouring fours.
//
// 1. EACH(X, a) writes X(k, a) out for each register k: in a loop k is no constant, and some compilers then keep held[] in
//    memory. For the same reason all P(j) are constants: what an access adds to an invocation's own address is known.
// 2. exchange() changes the layout, through shared memory.   3. STEP makes a pass.   4. merge() makes those of a block.
#define EACH_4(X, k, a) X((k), a) X((k + 1u), a) X((k + 2u), a) X((k + 3u), a)
#define EACH_8(X, k, a) EACH_4(X, k, a) EACH_4(X, k + 4u, a)
#define EACH_16(X, k, a) EACH_8(X, k, a) EACH_8(X, k + 8u, a)
#if KEY_BITS == 2
#define EACH(X, a) EACH_4(X, 0u, a)
#elif KEY_BITS == 3
#define EACH(X, a) EACH_8(X, 0u, a)
#elif KEY_BITS == 4
#define EACH(X, a) EACH_16(X, 0u, a)
#else
#define EACH(X, a) EACH_16(X, 0u, a) EACH_16(X, 16u, a)
#endif

// The topmost layout ends at the topmost bit, each lower one where that begins. The last begins at LOWEST, which is 0 where
// all strides of a tile are taken, and may share bits with the one above.
#define LAYOUTS ((TILE_BITS - LOWEST + KEY_BITS - 1) / KEY_BITS)
#define P(j) uint(max(TILE_BITS - (LAYOUTS - int(j)) * KEY_BITS, LOWEST))
#define TOP uint(LAYOUTS - 1)
#define QUADS uint(LAYOUTS)

// EACH_LAYOUT(X) writes X(j) out for each layout j but QUADS.
#if LAYOUTS == 1
#define EACH_LAYOUT(X) X(0u)
#elif LAYOUTS == 2
#define EACH_LAYOUT(X) X(0u) X(1u)
#elif LAYOUTS == 3
#define EACH_LAYOUT(X) X(0u) X(1u) X(2u)
#elif LAYOUTS == 4
#define EACH_LAYOUT(X) X(0u) X(1u) X(2u) X(3u)
#else
#define EACH_LAYOUT(X) X(0u) X(1u) X(2u) X(3u) X(4u)
#endif

uint held[1u << KEY_BITS];
uint now = TOP;     // the layout of held[]
uint pass = 0u;     // for TRACE
// Where bit `turned` of its index is 1, the block of a key descends: held[] then holds its complement, and all pairs ascend.
uint turned = 31u;

shared uint tile[1u << TILE_BITS];

uint mask(uint index, uint block) { return (index >> block & 1u) != 0u ? ~0u : 0u; }

uint key_of(uint place);   // where in the buffer a place of the tile lies: the shader's

// The place of register 0's key. That of register k lies k << P(j) behind it, and has no bit in common with it.
uint first_of(uint p) {
    const uint i = gl_LocalInvocationID.x;
    return ((i >> p) << (p + KEY_BITS)) | (i & ((1u << p) - 1u));
}

uint quad_offset(uint k) { return (k & 3u) + (k >> 2u) * 4u * LOCAL_SIZE; }

// [address]
// A place's address in shared memory: the 32 lanes of a subgroup meet 32 banks, in every layout. Only shift and ^, so that
// swizzle(a ^ b) = swizzle(a) ^ swizzle(b): an invocation's own address, and what a register's constant changes of it.
uint swizzle(uint place) { return place ^ ((place >> KEY_BITS) & 31u) ^ ((place >> 2u) & 3u); }

uint address(uint home, uint offset) {
    const uint change = swizzle(offset);
    return (home ^ (change & 31u)) + (change & ~31u);   // here + is ^, and costs nothing: load and store add a constant
}
// [/address]

// [exchange]
#define PUT(k, p) tile[address(home, k << p)] = held[k];
#define TAKE(k, p) held[k] = tile[address(home, k << p)];
#define TAKE_QUAD(k, p) held[k] = tile[address(home, quad_offset(k))];
#define PUT_FROM(j) if (now == j) { const uint home = swizzle(first_of(P(j))); EACH(PUT, P(j)) }
#define TAKE_TO(j) if (next == j) { const uint home = swizzle(first_of(P(j))); EACH(TAKE, P(j)) }

// One barrier is enough: what an invocation overwrites here, it alone has read in the exchange before.
void exchange(uint next) {
    EACH_LAYOUT(PUT_FROM)
    barrier();
    EACH_LAYOUT(TAKE_TO)
    if (next == QUADS) { const uint home = swizzle(4u * gl_LocalInvocationID.x); EACH(TAKE_QUAD, 0u) }
    now = next;
}
// [/exchange]

#define RECORD(k, p) TRACE(pass, index_of(k, p), held[k] ^ mask(index_of(k, p), turned));
uint index_of(uint k, uint p) {
    return key_of(now == QUADS ? 4u * gl_LocalInvocationID.x + quad_offset(k) : first_of(p) + (k << p));
}

// [compare]
#define PAIR(k, bit) if ((k >> bit & 1u) == 0u) { \
    const uint a = held[k], b = held[k | 1u << bit]; \
    held[k] = min(a, b); \
    held[k | 1u << bit] = max(a, b); \
}
// One pass: the stride between registers that differ in one bit, if it is below 2^top.
#define STEP(bit, p, top) if (p + bit < top) { EACH(PAIR, bit) EACH(RECORD, p) ++pass; }
// [/compare]

// The lowest layout that holds the stride 2^(top - 1) between registers.
uint layout_for(uint top) { return top <= KEY_BITS + LOWEST ? 0u : TOP - (TILE_BITS - top) / KEY_BITS; }

uint p_of(uint j) { return P(j); }

// [merge]
// The passes of a block with strides below 2^top; ends when none is left, or only strides below 2^least. Tells how many.
uint merge(uint top, uint least) {
    while (top > least) {
        if (top <= p_of(now) || top > p_of(now) + KEY_BITS) exchange(layout_for(top));
        const uint p = p_of(now);
#if KEY_BITS > 4
        STEP(4u, p, top)
#endif
#if KEY_BITS > 3
        STEP(3u, p, top)
#endif
#if KEY_BITS > 2
        STEP(2u, p, top)
#endif
        STEP(1u, p, top)
        STEP(0u, p, top)
        top = p;
    }
    return top;
}
// [/merge]
