// SPDX-License-Identifier: MIT
// What a tile tells the tiles after it while the dispatch is still running: a flag and a 32-bit value that belong together.
// Include this after a buffer that holds  uint halves[];  two words per tile, all 0 before the dispatch.
// Smith, Levien and Owens need no more either: "Decoupled Fallback: A Portable Single-Pass GPU Scan", SPAA 2025.

// Weather, made by tests and pictures: on a calm day these are 0 and 1.
uniform uint delay;           // looks that every third tile dawdles before it publishes
uniform uint prefixes_every;  // only every n-th tile publishes its prefix

// [STATE]
// A 32-bit value and its flag do not fit into one word, and core 4.5 has no wider atomic. So each of two words holds half
// of the value, and both hold the flag:   | flag | bits 0..15 |   | flag | bits 16..31 |
// A tile publishes each flag at most once, so two halves with the same flag belong together, in whatever order the four
// accesses happen. The atomics are the only traffic: no other memory needs to become visible, so no fence is needed.
const uint EMPTY = 0u, AGGREGATE = 1u, PREFIX = 2u;

// The flag, or EMPTY while the halves disagree. atomicCompSwap(x, 0, 0) is an atomic read.
uint look_at(uint tile, out uint value) {
    const uint low = atomicCompSwap(halves[2u * tile], 0u, 0u);
    const uint high = atomicCompSwap(halves[2u * tile + 1u], 0u, 0u);
    value = high << 16u | (low & 0xFFFFu);
    return low >> 16u == high >> 16u ? low >> 16u : EMPTY;
}

void publish(uint tile, uint flag, uint value) {
    uint ignored;
    if (tile % 3u == 1u) for (uint k = 0u; k < delay; ++k) look_at(tile, ignored);
    if (flag == PREFIX && tile % prefixes_every != 0u) return;
    atomicExchange(halves[2u * tile], flag << 16u | (value & 0xFFFFu));
    atomicExchange(halves[2u * tile + 1u], flag << 16u | value >> 16u);
}
// [/STATE]
