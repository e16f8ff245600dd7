// SPDX-License-Identifier: MIT
// Memory: what is loaded, stored, and changed by atomics.
#include <algorithm>

#include "common/sim/kept/follower.hpp"

#include "common/sim/kept/shadow.hpp"

namespace pbp::sim {

namespace {

Place place_of(const Instruction& in, std::size_t word) {
    using enum Place::Space;
    const bool is_image = in.op >= Op::load_image && in.op <= Op::fetch_image;
    const bool is_shared =
        in.op == Op::load_shared || in.op == Op::store_shared || in.op == Op::atomic_shared;
    return {is_image ? image : is_shared ? shared : buffer, in.y, word};
}

/// Of less than a word.
bool is_partial(const Instruction& in) {
    return (in.flags & (Instruction::byte | Instruction::half_word)) != 0;
}

/// One word as it is, several of them hashed.
std::uint32_t hash_of(const Memory& memory, std::size_t word, std::uint32_t words) {
    std::uint32_t hash = 0;
    for (std::uint32_t k = 0; k < words; ++k) hash = hash * 0x9E3779B1u + memory.words[word + k];
    return hash;
}

}  // namespace

void Follower::note(const Instruction& in, u32 lane, Journal::Kind kind, std::uint8_t words,
                    const Place& place, u64 value, Row made) {
    graph_.journal().add({kind, words, place, in.site, first_invocation_ + lane,
                          static_cast<u32>(value ^ value >> 32), site_of(made, lane), site_of(in.a, lane)});
}

void Follower::arrive(const Instruction& in) {
    active_->each([&](u32 lane) { note(in, lane, Journal::Kind::barrier, 0, {}, 0); });
}

Provenance::Node Follower::read(const Instruction& in, const Memory& from, std::size_t word, bool shared,
                                u64 value) {
    return graph_.read(from, word, shared, {place_of(in, word), &from, value});
}

void Follower::write(const Instruction& in, u32 lane, const Memory& to, std::size_t word, Node node,
                     u64 value) {
    if (!graph_.keeps_history()) return graph_.write(to, word, node, by(in, lane));
    graph_.store(
        {Kind::stored, in.op, node, Provenance::none, Provenance::none, in.site, first_invocation_ + lane},
        {place_of(in, word), &to, value});
}

void Follower::load(const Instruction& in, const Memory* from, std::span<const u32> places) {
    const u32 step = (in.flags & Instruction::wide) != 0 ? 2 : 1;
    std::size_t next = 0;
    active_->each([&](u32 lane) {
        const u32 at = places[next++];
        const Node address = node(in.a, lane);
        if (at != nowhere)
            note(in, lane, Journal::Kind::load, in.n, place_of(in, at / 4), hash_of(*from, at / 4, in.n));
        for (u32 k = 0; k < in.n; k += step) {
            Node found = Provenance::none;
            for (u32 part = k; part < k + step && at != nowhere; ++part)
                found = both(in, lane, Op::pack_q, found,
                             read(in, *from, at / 4 + part, in.op == Op::load_shared,
                                  value(in.d + k, lane, step == 2)));
            if (step == 2 || is_partial(in)) graph_.decide_if(found, Decides::other, in.site);
            give(in, lane, in.d + k, placed(in, lane, found, address));
        }
    });
}

void Follower::store(const Instruction& in, const Memory* to, std::span<const u32> places) {
    const bool wide = (in.flags & Instruction::wide) != 0, part = is_partial(in);
    std::size_t next = 0;
    active_->each([&](u32 lane) {
        const u32 at = places[next++];
        if (at == nowhere) return;
        const Node address = node(in.a, lane);
        note(in, lane, Journal::Kind::store, in.n, place_of(in, at / 4), hash_of(*to, at / 4, in.n), in.b);
        for (u32 k = 0; k < in.n; ++k) {
            const Row row = wide ? in.b + k / 2 * 2 : in.b + k;
            Node given = node(row, lane);
            if (given == Provenance::none && !graph_.keeps_formulas())
                given = graph_.make({Kind::constant, Op::end, static_cast<u32>(value(row, lane, false)),
                                     first_invocation_ + lane, Provenance::none});
            const std::size_t word = at / 4 + k;
            if (part)
                given = both(in, lane, Op::or_w,
                             read(in, *to, word, in.op == Op::store_shared, to->words[word]), given);
            if (part) graph_.decide_if(given, Decides::other, in.site);
            write(in, lane, *to, word, under_condition(in, lane, placed(in, lane, given, address)),
                  part ? to->words[word] : value(row, lane, wide));
        }
    });
}

void Follower::load_local(const Instruction& in, u32 lane, u32 offset) {
    const Node found = offset == nowhere ? Provenance::none : node(in.x + offset, lane);
    give(in, lane, in.d, placed(in, lane, found, node(in.a, lane)));
}

void Follower::store_local(const Instruction& in, u32 lane, u32 offset) {
    lanes_->nodes[index_of(in.x + offset, lane)] =
        under_condition(in, lane, placed(in, lane, node(in.b, lane), node(in.a, lane)));
}

void Follower::atomic(const Instruction& in, u32 lane, const Memory& memory, std::size_t word, bool shared,
                      const AtomicValues& values) {
    const auto [old, value, comparator, own, address] = values;
    if ((in.flags & Instruction::unread) == 0)
        note(in, lane, Journal::Kind::load, 1, place_of(in, word), old);
    note(in, lane, Journal::Kind::atomic, in.n, place_of(in, word), value, in.b);
    const Node before = read(in, memory, word, shared, values.old);
    const bool wide = (in.flags & Instruction::wide) != 0;
    if (graph_.keeps_formulas() && (wide || in.op == Op::atomic_image))
        for (const Node touched : {before, own, wide ? graph_.read(memory, word + 1, shared) : before})
            graph_.decide_if(touched, Decides::other, in.site);
    const auto picked = [&, old = old, value = value, own = own](Op op) {
        const bool second = takes_second(op, old, value).value_or(false);
        return made_by(in, lane, Kind::pick, op, second ? own : before, second ? before : own,
                       Provenance::none, {second ? value : old, second ? old : value});
    };
    Node made = before;
    switch (static_cast<Atomic>(in.n)) {
        case Atomic::load:
            break;
        case Atomic::store:
        case Atomic::exchange:
            made = own;
            break;
        case Atomic::compare:
            graph_.decide_if(before, Decides::exchange, in.site);
            if (old == comparator) made = own;
            break;
        case Atomic::sub:
            made =
                sum(in, lane, wide ? Op::sub_q : Op::sub_w, before, own, old == 0, value == 0, {old, value});
            break;
        default: {
            const auto* one = std::ranges::find(joinings, static_cast<Atomic>(in.n), &Joining::atomic);
            const Op op = wide ? one->wide : one->narrow;
            if (is_sum(op))
                made = sum(in, lane, op, before, own, old == 0, value == 0, {old, value});
            else if (takes_second(op, old, value))
                made = picked(op);
            else
                made =
                    made_by(in, lane, Kind::combined, Op::or_w, before, own, Provenance::none, {old, value});
        }
    }
    if (made != before) made = under_condition(in, lane, placed(in, lane, made, address));
    const u64 now = memory.words[word] | (wide ? u64{memory.words[word + 1]} << 32 : 0);
    for (u32 k = 0; k < (wide ? 2u : 1u) && (made != before || !graph_.keeps_history()); ++k)
        write(in, lane, memory, word + k, made, now);
    if (in.d != no_row && (in.flags & Instruction::unread) == 0) give(in, lane, in.d, before);
}

void Follower::fetch(const Instruction& in, u32 lane, const Memory& memory, std::size_t word, u32 words) {
    for (u32 k = 0; k < words; ++k)
        fetched_ =
            both(in, lane, Op::add_f, fetched_, read(in, memory, word + k, false, memory.words[word + k]));
}

void Follower::fetched(const Instruction& in, u32 lane) {
    const Node address = both(in, lane, Op::add_w, node(in.a, lane), node(in.a + 1, lane));
    for (u32 k = 0; k < 4; ++k) give(in, lane, in.d + k, placed(in, lane, fetched_, address));
    fetched_ = Provenance::none;
}

void Follower::store_texel(const Instruction& in, u32 lane, const Memory& memory, std::size_t word,
                           u32 words) {
    Node all = Provenance::none;
    for (u32 k = 0; k < 4; ++k) all = both(in, lane, Op::add_f, all, node(in.b + k, lane));
    const Node address = both(in, lane, Op::add_w, node(in.a, lane), node(in.a + 1, lane));
    const Node made = under_condition(in, lane, placed(in, lane, all, address));
    graph_.decide_if(made, Decides::other, in.site);
    for (u32 k = 0; k < words; ++k) write(in, lane, memory, word + k, made, memory.words[word + k]);
}

}  // namespace pbp::sim
