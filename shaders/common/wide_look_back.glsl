// SPDX-License-Identifier: MIT
// The look-back of lesson 06's v6 and of lesson 07's v4 and v5: one subgroup looks at as many tiles at a time as it has lanes,
// and no buffer needs clearing between two dispatches. Include this after subgroup.glsl, the layout line and two buffers:
//   coherent volatile buffer Tiles { uint ticket; uint starved; uvec2 states[]; };     all 0 before the first dispatch
//   writeonly buffer Record { uvec4 record[]; };    per tile: where its look-back ended, prefix, whom it helped, polls
// All dispatches over one such buffer must have the same number of workgroups. The functions contain barriers and sg_*
// calls, and need workgroup-uniform control flow. Parts: tile and turn, state, the workgroup's total, look-back.
#include "grid.glsl"
#include "lanes.glsl"

uniform uint patience;  // fruitless looks before a silent tile is added up here
#ifdef WEATHER  // made by the checks, not there otherwise
uniform uint delay;           // how long every third tile dawdles before it publishes its sum
uniform uint prefixes_every;  // only every n-th tile publishes its prefix
#endif

const uint EMPTY = 0u, AGGREGATE = 1u, PREFIX = 2u;
const uint LAST_BIT = 0x80000000u;

shared uint wg_sums[SUBGROUPS];  // of each subgroup
shared uvec3 found[2];           // of this round and the previous one: flag, from, prefix
shared uint help[2];             // of the same two rounds: the sum of a tile that did not answer

uint drawn, turn;  // turn: 0 or 4, alternates from dispatch to dispatch
uint before_me;    // the sum of the subgroups before mine in this tile
// How far the look-back has come: `prefix` is the sum of the tiles from `from` up to mine.
uint from, prefix = 0u, round = 0u, polls = 0u, helped = 0u;  // helped: bit k is the tile k + 1 before mine

// The shader supplies it: the sum of this invocation's elements of a tile, in case that tile does not answer.
uint load_sum(uint tile);

// Subgroup 0 looks back while the others wait. If sg_* calls contain barriers, the others come along and do nothing.
bool looks() { return sg_id() == 0u; }
bool leads() { return looks() && sg_lane() == 0u; }
#if SG_BACKEND == SG_SHARED
#define ALONE false
// Virtual subgroups go through their lanes in loops, and llvmpipe leaves all loops of an invocation after 65535 iterations.
// A look takes LOOK of them; adding up a tile takes ADD more, and counts as that many rounds: an even number of them.
const uint LOOK = 2u * LANES + 2u, ADD = 2u * LANES + 2u + (SUBGROUPS + LANES - 1u) / LANES * (LANES + 1u);
const uint MOST_ROUNDS = 60000u / LOOK, ROUNDS_TO_ADD = 2u * ((ADD + 2u * LOOK - 1u) / (2u * LOOK));
#else
#define ALONE true
const uint MOST_ROUNDS = 1024u, ROUNDS_TO_ADD = 0u;
#endif

// [TICKET]
// The workgroup's tile is that of its own number, so it can load at once. Tiles before it may begin later, or never while this
// one waits: then it adds them up itself. The ticket only tells one dispatch from the next, and its answer is not needed yet.
uint take_tile() {
    drawn = 0u;
    if (leads()) drawn = atomicAdd(ticket, 1u);
    return from = flat_workgroup();
}

// The last ticket of the dispatch resets the counter and flips its highest bit.
void hear_turn() {
    turn = sg_broadcast_first(drawn) >> 31u << 2u;  // in subgroup 0, which alone publishes and looks
    const uint tiles = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
    if (leads() && (drawn & ~LAST_BIT) == tiles - 1u) atomicExchange(ticket, ~drawn & LAST_BIT);
}
// [/TICKET]

// [STATE]
// STATES_APART is 16 if the buffer has room for that: a cache line of 128 bytes for each state and for the ticket. Side by
// side, the states that everyone is looking at just now would share a line, and all looks would queue for it.
uint place_of(uint tile) { return STATES_APART * (tile + 1u); }

//   | turn, flag | bits 0..15 |   | turn, flag | bits 16..31 |
// Every dispatch publishes something at each of its tiles, so a look finds either this dispatch's state or the previous
// one's, whose turn differs: read that as EMPTY. Halves that disagree were caught between two stores: EMPTY as well.
uint look_at(uint tile, out uint value) {
    const uvec2 state = states[place_of(tile)];
    value = state.y << 16u | (state.x & 0xFFFFu);
    const uint flag = (state.x >> 16u) ^ turn;
    return ((state.x ^ state.y) >> 16u) == 0u && flag < 4u ? flag : EMPTY;
}

void publish(uint tile, uint flag, uint value) {
#ifdef WEATHER
    if (flag == PREFIX && tile % prefixes_every != 0u) return;
#endif
    states[place_of(tile)] = (turn | flag) << 16u | uvec2(value & 0xFFFFu, value >> 16u);
}
// [/STATE]

// [TOTAL]
// The sum of one value per invocation, published to later tiles before anything else is done with it. Every subgroup adds up
// all subgroups' sums, so that no second barrier is needed; before_me is what those before it hold.
uint announce(uint tile, uint value) {
    const uint own = sg_add(value);
    if (sg_lane() == 0u) wg_sums[sg_id()] = own;
    barrier();
    uint total = 0u;
    for (uint first = 0u; first < SUBGROUPS; first += LANES) {
        const uint s = first + sg_lane(), sum = s < SUBGROUPS ? wg_sums[s] : 0u, up_to = sg_inclusive_add(sum);
        const uint before = total + sg_shuffle(up_to - sum, sg_id() % LANES);
        if (sg_id() / LANES == first / LANES) before_me = before;
        total += sg_broadcast(up_to, LANES - 1u);
    }
    hear_turn();
#ifdef WEATHER  // here, and not in publish(): who publishes for others would dawdle once for each of them
    if (leads() && round == 0u)
        for (uint k = tile % 3u == 1u ? delay : 0u; k > 0u; --k) atomicAdd(starved, 0u);
#endif
    if (leads() && round == 0u) publish(tile, tile == 0u ? PREFIX : AGGREGATE, total);
    return total;
}
// [/TOTAL]

// Everyone carries on with what the first invocation found.
uint share(uint flag) {
    const uint now = round++ % 2u;
    if (leads()) {
        found[now] = uvec3(flag, from, prefix);
        help[now] = 0u;
    }
    barrier();
    from = found[now].y;
    prefix = found[now].z;
    return found[now].x;
}

// Adds up the tiles before `tile`, whose own sum `total` has been announced. True when done: `prefix` is then the sum of
// them all. False if a tile did not answer and had to be added up here: the caller starts over with its own
// elements, which need not stay in registers that long, and calls again.
bool look_back(uint tile, uint total) {
    // [LOOK_BACK]
    uint flag = PREFIX;
    if (looks() || !ALONE) do {
        uint value = 0u;
        flag = AGGREGATE;
        if (looks()) do {  // lane 0 looks at the next tile to the left, lane 1 one further; before tile 0 all is 0
            flag = sg_lane() < from ? look_at(from - 1u - sg_lane(), value) : PREFIX;
            polls += flag == EMPTY ? 1u : 0u;
        } while (flag == EMPTY && polls < patience);
        const Lanes ends = votes(flag != AGGREGATE);
        const uint last = none(ends) ? LANES - 1u : lowest(ends);
        prefix += sg_add(sg_lane() <= last && flag != EMPTY ? value : 0u);
        flag = sg_broadcast(flag, last);  // the nearest prefix, or the nearest that does not answer, or neither
        from -= min(last + 1u, from);
        if (leads() && flag == PREFIX) publish(tile, PREFIX, prefix + total);
        if (!ALONE) flag = share(flag);
    } while (flag == AGGREGATE);
    if (ALONE) flag = share(flag);
    // [/LOOK_BACK]
    if (flag == EMPTY) {  // the whole workgroup adds up the tile that did not answer
        const uint sum = sg_add(load_sum(from)), now = (round + 1u) % 2u;
        if (sg_lane() == 0u) atomicAdd(help[now], sum);
        barrier();
        prefix += help[now];
        if (leads()) publish(from, from == 0u ? PREFIX : AGGREGATE, help[now]);  // nobody else need do that
        helped |= 1u << min(tile - 1u - from, 31u);
        round += ROUNDS_TO_ADD;
    }
    const bool ends = flag == PREFIX || from == 0u, gives_up = !ends && round >= MOST_ROUNDS;
    if (leads() && (ends || gives_up)) {
        if (gives_up) atomicExchange(starved, 1u);
        if (flag == EMPTY) publish(tile, PREFIX, prefix + total);
        record[tile] = uvec4(from, prefix, helped, polls);
    }
    return ends || gives_up;
}
