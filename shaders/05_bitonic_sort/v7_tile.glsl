// SPDX-License-Identifier: MIT
// A tile of 2^TILE_BITS keys in the registers of one workgroup: which register holds which key, and how that changes.
//
// LOCAL_SIZE invocations hold 2^KEY_BITS keys each. A key's place in the tile is a number of TILE_BITS bits. A layout says
// which of those bits number the registers: in layout j, those from P(j) up. The other bits number the invocations.
//   tile of 16, four keys each     invocation 0   1           2             3
//   layout 1, P 2: bits 3 and 2    0 4 8 12       1 5 9 13    2 6 10 14     3 7 11 15      strides 8 and 4 within one
//   layout 0, P 0: bits 1 and 0    0 1 2 3        4 5 6 7     8 9 10 11     12 13 14 15    strides 2 and 1 within one
// QUADS is one more, for the store: bits 1 and 0, and the rest from the top, so that neighbours hold neighbouring fours.
//
// 1. EACH(X, a) writes out X(k, a) for each register k: in a loop k is no constant, and some compilers then keep held[] in
//    memory. For the same reason all P(j) are constants: each access adds a known offset to an invocation's own address.
// 2. PUT_ALL and TAKE_ALL change the layout, through shared memory. 3. STEP makes one pass. 4. LAYERS makes a block's.
#define EACH_4(X, k, a) X((k), a) X((k + 1u), a) X((k + 2u), a) X((k + 3u), a)
#define EACH_8(X, k, a) EACH_4(X, k, a) EACH_4(X, k + 4u, a)
#define EACH_16(X, k, a) EACH_8(X, k, a) EACH_8(X, k + 8u, a)
#if KEY_BITS == 2
#define EACH(X, a) EACH_4(X, 0u, a)
#define STEPS(p, top) STEP(1u, p, top) STEP(0u, p, top)
#define EACH_QUAD(X) X(0u)
#elif KEY_BITS == 3
#define EACH(X, a) EACH_8(X, 0u, a)
#define STEPS(p, top) STEP(2u, p, top) STEP(1u, p, top) STEP(0u, p, top)
#define EACH_QUAD(X) X(0u) X(1u)
#elif KEY_BITS == 4
#define EACH(X, a) EACH_16(X, 0u, a)
#define STEPS(p, top) STEP(3u, p, top) STEP(2u, p, top) STEP(1u, p, top) STEP(0u, p, top)
#define EACH_QUAD(X) X(0u) X(1u) X(2u) X(3u)
#else
#define EACH(X, a) EACH_16(X, 0u, a) EACH_16(X, 16u, a)
#define STEPS(p, top) STEP(4u, p, top) STEP(3u, p, top) STEP(2u, p, top) STEP(1u, p, top) STEP(0u, p, top)
#define EACH_QUAD(X) X(0u) X(1u) X(2u) X(3u) X(4u) X(5u) X(6u) X(7u)
#endif

// The topmost layout ends at the topmost bit, each lower one where the one above it starts. The last starts at LOWEST: 0 if
// every stride of a tile is taken. It may share bits with the one above, and makes the passes with strides below 2^END.
#define LAYOUTS ((TILE_BITS - LOWEST + KEY_BITS - 1) / KEY_BITS)
#define P(j) uint(max(TILE_BITS - (LAYOUTS - int(j)) * KEY_BITS, LOWEST))
#define TOP (LAYOUTS - 1)
#define END uint(LAYOUTS > 1 ? P(1) : uint(TILE_BITS))

// LAYERS(X) writes out X(j) for each layout between the topmost and the last, from the top; LAYERS_BELOW_j(X) for those
// between layout j and the last.
#define LAYERS_BELOW_1(X)
#define LAYERS_BELOW_2(X) X(1)
#define LAYERS_BELOW_3(X) X(2) X(1)
#define LAYERS_BELOW_4(X) X(3) X(2) X(1)
#if LAYOUTS < 3
#define LAYERS(X)
#elif LAYOUTS == 3
#define LAYERS(X) LAYERS_BELOW_2(X)
#elif LAYOUTS == 4
#define LAYERS(X) LAYERS_BELOW_3(X)
#else
#define LAYERS(X) LAYERS_BELOW_4(X)
#endif

uint held[1u << KEY_BITS];
uint pass = 0u;     // for TRACE
// A key's block descends if bit `turned` of its index is 1: held[] then holds the key's complement, and all pairs ascend.
uint turned = 31u;

shared uint tile[1u << TILE_BITS];

uint mask(uint index, uint block) { return (index >> block & 1u) != 0u ? ~0u : 0u; }

uint key_of(uint place);   // where a place of the tile is in the buffer: the shader supplies it

// The place of register 0's key. Register k's key is k << P(j) further on, an offset that shares no bit with it.
uint first_of(uint p) {
    const uint i = gl_LocalInvocationID.x;
    return ((i >> p) << (p + KEY_BITS)) | (i & ((1u << p) - 1u));
}

uint quad_offset(uint k) { return (k & 3u) + (k >> 2u) * 4u * LOCAL_SIZE; }

// [address]
// A place's address in shared memory: the 32 lanes of a subgroup meet 32 banks, in every layout. Only shifts and ^, so that
// swizzle(a ^ b) = swizzle(a) ^ swizzle(b): an invocation's own address, and what a register's constant changes in it.
uint swizzle(uint place) { return place ^ ((place >> KEY_BITS) & 31u) ^ ((place >> 2u) & 3u); }

uint address(uint home, uint offset) {
    const uint change = swizzle(offset);
    return (home ^ (change & 31u)) + (change & ~31u);   // here + equals ^, and is free: part of the load or store
}
// [/address]

// [exchange]
#define PUT(k, p) tile[address(home, k << p)] = held[k];
#define TAKE(k, p) held[k] = tile[address(home, k << p)];
#define TAKE_QUAD(k, p) held[k] = tile[address(home, quad_offset(k))];
// Out of layout j and, after the barrier, into another. One barrier is enough: what an invocation overwrites in PUT_ALL, it
// alone read in the TAKE_ALL before.
#define PUT_ALL(j) { const uint home = swizzle(first_of(P(j))); EACH(PUT, P(j)) } barrier();
#define TAKE_ALL(j) { const uint home = swizzle(first_of(P(j))); EACH(TAKE, P(j)) }
#define TAKE_QUADS { const uint home = swizzle(4u * gl_LocalInvocationID.x); EACH(TAKE_QUAD, 0u) }
// [/exchange]

// 16 bytes per store, in order, through the shader's To { uvec4 to[]; } and `start`, the index of the tile's first key.
#define STORE(q) to[start / 4u + gl_LocalInvocationID.x + q * LOCAL_SIZE] = \
    uvec4(held[4u * q], held[4u * q + 1u], held[4u * q + 2u], held[4u * q + 3u]) ^ mask(start, turned);
#define STORE_TILE PUT_ALL(0) TAKE_QUADS EACH_QUAD(STORE)

#define RECORD(k, p) TRACE(pass, key_of(first_of(p) + (k << p)), held[k] ^ mask(key_of(first_of(p) + (k << p)), turned));

// [compare]
// The pair of registers that differ in one bit; if bit `down` of k is 1, the larger key comes first.
#define PAIR(k, bit) if ((k >> bit & 1u) == 0u) { \
    const uint a = held[k], b = held[k | 1u << bit]; \
    held[k] = (k >> down & 1u) == 0u ? min(a, b) : max(a, b); \
    held[k | 1u << bit] = (k >> down & 1u) == 0u ? max(a, b) : min(a, b); \
}
// One pass: the stride between registers that differ in one bit, if it is below 2^top.
#define STEP(bit, p, top) if (p + bit < top) { const uint down = 31u; EACH(PAIR, bit) EACH(RECORD, p) ++pass; }
// [/compare]
