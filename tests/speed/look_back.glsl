// States and the look-back of a single pass over tiles. One subgroup reads as many states at once as it has lanes.
// Include it after the layout line. Binding 2 is all 0 before the first dispatch; all dispatches over one such buffer have the
// same number of workgroups. Subgroups have 32 lanes here; a lesson must not rely on that.
//
// A tile publishes its total, then its prefix: the sum of itself and of all tiles before it. Nothing is cleared between two
// dispatches: `turn` alternates, so what the last dispatch left reads as EMPTY. The two halves of a state carry the same
// flag; halves that disagree come from two stores and read as EMPTY too.
//   | turn, flag | bits 0..15 |   | turn, flag | bits 16..31 |
layout(std430, binding = 2) coherent volatile buffer Tiles { uint ticket; uint helped; uint gap[30]; uvec2 states[]; };
uniform uint patience;  // looks that find nothing, after which look_back() names the silent tile and gives up

const uint EMPTY = 0u, TOTAL = 1u, PREFIX = 2u, LAST = 0x80000000u, NONE = 0xFFFFFFFFu;
const uint APART = 16u;  // a cache line of 128 bytes per state: side by side, all looks would queue for the same line
shared uint my_ticket, my_prefix, my_silent;
uint turn;
#ifndef TICKETS
#define TICKETS 0
#endif
#define LANE gl_SubgroupInvocationID
#define WARP gl_SubgroupID

#if TICKETS
// Tiles in the order in which workgroups begin: nobody waits for a tile that has not begun.
uint take_tile() {
    if (gl_LocalInvocationIndex == 0u) {
        my_ticket = atomicAdd(ticket, 1u);
        if ((my_ticket & ~LAST) == gl_NumWorkGroups.x - 1u) atomicExchange(ticket, ~my_ticket & LAST);
    }
    barrier();
    turn = my_ticket >> 31u << 2u;
    return my_ticket & ~LAST;
}
void hear_turn() {}
void end_turn() {}
#else
// Each workgroup has the tile of its own number, and loads it at once. A tile before it may not have begun, and may never begin
// while this one waits; help() needs nothing of it, so this one goes on. The ticket is drawn for the turn alone, while the loads
// are under way. TICKETS 1 undoes that; REVERSE 1 is the worst order of starts, to test with (and with a PATIENCE of 20).
uint drawn;
uint take_tile() {
    drawn = 0u;
    if (gl_LocalInvocationIndex == 0u) drawn = atomicAdd(ticket, 1u);
#ifdef REVERSE
    return gl_NumWorkGroups.x - 1u - gl_WorkGroupID.x;  // the worst order: every tile begins before those it waits for
#endif
    return gl_WorkGroupID.x;
}
void hear_turn() { turn = subgroupBroadcastFirst(drawn) >> 31u << 2u; }  // in subgroup 0, the only one that publishes and looks
void end_turn() {
    if (gl_LocalInvocationIndex == 0u && (drawn & ~LAST) == gl_NumWorkGroups.x - 1u) atomicExchange(ticket, ~drawn & LAST);
}
#endif

void publish(uint tile, uint flag, uint value) {
    states[tile * APART] = (turn | flag) << 16u | uvec2(value & 0xFFFFu, value >> 16u);
}

uint look_at(uint tile, out uint value) {
    const uvec2 s = states[tile * APART];
    value = s.y << 16u | (s.x & 0xFFFFu);
    const uint flag = (s.x >> 16u) ^ turn;
    return ((s.x ^ s.y) >> 16u) == 0u && flag < 4u ? flag : EMPTY;
}

// All lanes of one subgroup. Sets my_prefix, the sum of all tiles before `tile`, and publishes it with the tile's `total`;
// or sets my_silent to a tile that does not answer. my_silent is NONE otherwise.
void look_back(uint tile, uint total) {
    uint prefix = 0u, from = tile;
    while (from > 0u) {
        uint value = 0u, flag = PREFIX, polls = 0u;
        if (LANE < from) do flag = look_at(from - 1u - LANE, value); while (flag == EMPTY && ++polls < patience);
        const uint silent = subgroupBallot(flag == EMPTY).x;
        if (silent != 0u) {
            if (LANE == 0u) my_silent = from - 1u - uint(findLSB(silent));
            return;
        }
        const uint ends = subgroupBallot(flag == PREFIX).x, last = ends != 0u ? uint(findLSB(ends)) : 31u;
        prefix += subgroupAdd(LANE <= last ? value : 0u);
        if (ends != 0u) break;
        from -= 32u;
    }
    if (LANE == 0u) {
        if (tile > 0u) publish(tile, PREFIX, prefix + total);
        my_prefix = prefix;
        my_silent = NONE;
    }
}
