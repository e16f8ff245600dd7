// SPDX-License-Identifier: MIT
// The look-back of lesson 06's v6 and lesson 07's v4: one subgroup looks at as many tiles at a time as it has lanes, and
// no buffer needs to be cleared between two dispatches. Include it behind subgroup.glsl, the layout line and two buffers:
//   coherent volatile buffer Tiles { uint ticket; uint starved; uvec2 states[]; };     all 0 before the first dispatch
//   writeonly buffer Record { uvec4 record[]; };    a tile: where its look-back ended, prefix, whom it helped, polls
// All dispatches over one such buffer have the same number of workgroups. The functions hold barriers and sg_* calls, and
// stand in workgroup-uniform control flow. Parts: the ticket, the state, the workgroup's total, the look-back.

uniform uint patience;        // looks at nothing after which a tile helps itself
uniform uint delay;           // weather for tests: every third tile dawdles so long before it publishes
uniform uint prefixes_every;  // only each so-manieth tile publishes its prefix; a calm run has delay 0 and 1 here

const uint EMPTY = 0u, AGGREGATE = 1u, PREFIX = 2u;
const uint LAST_BIT = 0x80000000u;
const uint MOST_ROUNDS = 1024u;  // llvmpipe leaves all loops of an invocation after 65535 rounds

shared uint my_ticket, wg_totals[LOCAL_SIZE];  // a total a subgroup; a subgroup may be a single invocation
shared uvec3 found[2];                         // of this round and of the one before: flag, tile, prefix

uint turn;    // 0 or 4: changes from dispatch to dispatch
uint late;    // this tile's weather, worked out before anybody waits for it
bool silent;

// The shader's own: the sum of this invocation's elements of a tile, for whoever must add up a tile that does not answer.
uint load_sum(uint tile);

uint lanes() { return min(sg_size(), uint(LOCAL_SIZE)); }

// [TICKET]
// The workgroup's tile. Who draws the last ticket of the dispatch sets the counter back, and turns its highest bit over.
uint take_tile() {
    if (gl_LocalInvocationIndex == 0u) {
        my_ticket = atomicAdd(ticket, 1u);
        const uint tiles = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
        if ((my_ticket & ~LAST_BIT) == tiles - 1u) atomicExchange(ticket, ~my_ticket & LAST_BIT);
    }
    barrier();
    const uint tile = my_ticket & ~LAST_BIT;
    turn = my_ticket >> 31u << 2u;
    late = tile % 3u == 1u ? delay : 0u;
    silent = tile % prefixes_every != 0u;
    return tile;
}
// [/TICKET]

// [STATE]
// STATES_APART is 16 where the buffer has room for that: a cache line of 128 bytes for each state and for the ticket. Side
// by side, the states that everybody looks at just now would be one line, and all looks would queue at it.
uint place_of(uint tile) { return STATES_APART * (tile + 1u); }

//   | turn, flag | bits 0..15 |   | turn, flag | bits 16..31 |
// Every dispatch publishes something at each of its tiles, so that what it finds there is its own or the last one's, whose
// turn differs: to be read as EMPTY. Halves that disagree are torn between two stores: EMPTY as well.
uint look_at(uint tile, out uint value) {
    const uvec2 state = states[place_of(tile)];
    value = state.y << 16u | (state.x & 0xFFFFu);
    const uint flag = (state.x >> 16u) ^ turn;
    return state.x >> 16u == state.y >> 16u && flag < 4u ? flag : EMPTY;
}

void publish(uint tile, uint flag, uint value) {
    for (uint k = 0u; k < late; ++k) atomicAdd(starved, 0u);
    if (flag == PREFIX && silent) return;
    states[place_of(tile)] = (turn | flag) << 16u | uvec2(value & 0xFFFFu, value >> 16u);
}
// [/STATE]

// The sum of one value an invocation; `before` becomes the sum of the subgroups before mine. One barrier.
uint wg_total(uint value, out uint before) {
    const uint subtotal = sg_add(value);
    if (sg_lane() == 0u) wg_totals[sg_id()] = subtotal;
    barrier();
    uint total = 0u;
    before = 0u;
    for (uint first = 0u; first < sg_count(); first += sg_size()) {  // every subgroup does the same: no second barrier
        const uint s = first + sg_lane();
        const uint other = s < sg_count() ? wg_totals[s] : 0u;
        total += sg_add(other);
        before += sg_add(s < sg_id() ? other : 0u);
    }
    return total;
}

// Tells the tiles behind what this one holds, before anything else is done with it.
void announce(uint tile, uint total) {
    if (sg_id() == 0u && sg_lane() == 0u) publish(tile, tile == 0u ? PREFIX : AGGREGATE, total);
}

// The lowest lane that voted; 128: none did.
uint lowest(uvec4 votes) {
    const ivec4 bits = findLSB(votes) + ivec4(0, 32, 64, 96);
    return uint(votes.x != 0u ? bits.x : votes.y != 0u ? bits.y : votes.z != 0u ? bits.z : votes.w != 0u ? bits.w : 128);
}

// The sum of all tiles before `tile`, whose own sum `total` has been announced.
uint sum_before(uint tile, uint total) {
    // [LOOK_BACK]
    const bool looks = sg_id() == 0u;
    uint prefix = 0u, from = tile, end = 0u, flag = PREFIX, polls = 0u, helped = 0u;
    for (uint round = 0u; from > 0u && round < MOST_ROUNDS; ++round) {
        uint value = 0u;
        flag = AGGREGATE;
        if (looks) {  // lane 0 looks at the next tile to the left, lane 1 one further; before tile 0 lies a prefix of 0
            do {
                flag = sg_lane() < from ? look_at(from - 1u - sg_lane(), value) : PREFIX;
                polls += flag == EMPTY ? 1u : 0u;
            } while (flag == EMPTY && polls < patience);
        }
        const uint stop = lowest(sg_ballot(flag != AGGREGATE));  // the nearest that has a prefix, or nothing
        prefix += sg_add(sg_lane() <= stop && flag != EMPTY ? value : 0u);
        if (looks && sg_lane() == min(stop, lanes() - 1u)) {
            if (flag == PREFIX) publish(tile, PREFIX, prefix + total);
            found[round % 2u] = uvec3(flag, from - 1u - sg_lane(), prefix);
        }
        barrier();
        flag = found[round % 2u].x;
        end = found[round % 2u].y;
        prefix = found[round % 2u].z;
        from = flag == PREFIX ? 0u : end;
        if (flag == EMPTY) {  // the whole workgroup adds up the tile that did not answer
            uint ignored;
            prefix += wg_total(load_sum(end), ignored);
            helped |= 1u << min(tile - 1u - end, 31u);
        }
    }
    // [/LOOK_BACK]
    if (looks && sg_lane() == 0u) {
        if (from > 0u) atomicExchange(starved, 1u);
        else if (flag == EMPTY) publish(tile, PREFIX, prefix + total);
        record[tile] = uvec4(end, prefix, helped, polls);
    }
    return prefix;
}
