// SPDX-License-Identifier: MIT
// Previous accesses to a word, and whether they are ordered before the current one. Happens-before after
// Lamport, as in FastTrack (Flanagan and Freund, PLDI 2009): of each word, the last plain write, all reads
// since, and all atomics since are recorded. Plain accesses and atomics are kept apart: an atomic orders
// nothing among plain accesses of the same word. Accesses are ordered
//   - within one invocation, by program order;
//   - within a workgroup, by a barrier(); for buffers and images only with a memory barrier before it that
//     reaches the reader;
//   - within a subgroup, by a subgroupBarrier();
//   - anywhere, by the chain: access, memory barrier, atomic, seen by an atomic, memory barrier, access. Each
//     invocation knows only what its own atomics have seen, and what barriers have passed on to it.
#include <bit>

#include "common/sim/run/executor.hpp"

namespace pbp::sim {

namespace {

Coherence scope_of(const Instruction& atomic) {
    return (atomic.flags & Instruction::nearer_atomic) != 0 ? Coherence::subgroup
           : (atomic.flags & Instruction::near_atomic) != 0 ? Coherence::workgroup
                                                            : Coherence::device;
}

}  // namespace

// Accesses of shared memory before and after some barriers conflict. Counts the last of these as one that
// orders something, unless one of them has been counted: so the fewest are counted that order all. An old
// read that gave way to a newer one is not seen: the count may be too small, never too large.
void Executor::counts_ordering(u32 moment) {
    Workgroup& group = *now_->group;
    if (group.ordering > (*dispatch_.moments)[moment].epoch) return;
    group.ordering = group.epoch;
    dispatch_.counters.ordering += group.subgroups.size();
}

Touch Executor::touch(const Instruction& in) {
    Touch made;
    made.clock = static_cast<u32>(fences_->size());
    made.epoch = now_->group->epoch;
    made.site = in.site;
    if ((in.flags & Instruction::atomic) != 0) made.site |= Moment::atomic;
    if (in.op == Op::atomic_buffer || in.op == Op::atomic_shared || in.op == Op::atomic_image)
        made.site |= static_cast<u32>(scope_of(in)) << Moment::coherence;
    else if ((in.flags & (Instruction::coherent | Instruction::near)) != 0)
        made.site |= static_cast<u32>(in.coherence()) << Moment::coherence;
    // Subgroups that arrive one after the other share a moment.
    auto& [last, number] = last_moments_[static_cast<std::size_t>(&in - code_.instructions.data())];
    if (last != made || number == no_moment) {
        last = made;
        number = dispatch_.moments->number_of(made);
    }
    made.number = number;
    return made;
}

Touch Executor::touch(Mark mark) const {
    return {(*dispatch_.moments)[mark.moment], mark.who, mark.moment};
}

Crowd& Executor::crowd_of(Shadow& shadow, Place::Space space) {
    if (shadow.more != nullptr) return *shadow.more;
    return (space == Place::Space::shared ? now_->group->crowds : *dispatch_.crowds).take(shadow);
}

// No later access can race with these reads: a barrier() has ordered them all.
bool Executor::is_over(const Span& reads, const Touch& now) const {
    if (reads.first < dispatch_.base) return true;
    const u32 lowest = reads.first + static_cast<u32>(std::countr_zero(reads.lanes)),
              highest = reads.first + 31 - static_cast<u32>(std::countl_zero(reads.lanes));
    return lowest >= first_of_group_ && highest - first_of_group_ < dispatch_.local_count() &&
           (*dispatch_.moments)[reads.moment].epoch < now.epoch;
}

// Later accesses replace earlier ones of the same invocation. If there are very many, old ones give way:
// whatever races with them most likely races with a newer one, too.
void Executor::add_to(std::vector<Span>& spans, const Touch& now, bool were_reads) {
    constexpr std::size_t most = 64;
    const u32 first = first_of_span(now.who), lane = 1u << (now.who - first);
    if (!spans.empty() && spans.back().first == first && spans.back().moment == now.number) {
        spans.back().lanes |= lane;
        return;
    }
    std::erase_if(spans, [&](Span& one) {
        if (one.first == first) one.lanes &= ~lane;
        return one.lanes == 0 || one.first < dispatch_.base || (were_reads && is_over(one, now));
    });
    if (spans.size() == most) spans.erase(spans.begin() + most / 4);
    spans.push_back({first, now.number, lane});
}

// One race per span is enough.
void Executor::check_span(const Span& span, const Touch& now, bool was_write, bool is_write, Place place,
                          u32 value, u32 other) {
    if (span.first < dispatch_.base) return;
    Touch before{(*dispatch_.moments)[span.moment], 0, span.moment};
    if (before.is_atomic() && now.is_atomic() && !narrow_atomics_) return;
    if (place.space == Place::Space::shared && before.epoch < now.epoch && !weak_barriers_) {
        if (!is_own_or_old(span, now)) counts_ordering(before.number);
        return;
    }
    for (u32 bits = span.lanes; bits != 0; bits &= bits - 1) {
        before.who = span.first + static_cast<u32>(std::countr_zero(bits));
        if (before.who != now.who && check(before, now, was_write, is_write, place, value, other)) return;
    }
}

void Executor::reads_among_others(Memory& memory, std::size_t cell, const Instruction& in, const Touch& now,
                                  Place place) {
    Shadow& shadow = memory.shadow[cell];
    place.word = memory.word_of(cell);
    place.byte = memory.byte_of(cell);
    const u32 found = memory.words[place.word];
    if (shadow.write.who == 0) {
        if (place.space == Place::Space::shared) read_unwritten(in, now, place);
    } else if (!is_own_or_old(shadow.write, now)) {
        check(touch(shadow.write), now, true, false, place, found, shadow.before);
    }
    if (shadow.more != nullptr)
        for (const Span& atomics : shadow.more->atomics)
            check_span(atomics, now, true, false, place, found, found);
    if (now.is_atomic()) take_over(shadow, now, place.space);
    const u32 first = first_of_span(now.who), lane = 1u << (now.who - first);
    const bool follows = shadow.read.first == first && shadow.read.moment == now.number;
    if (follows || is_own_or_old(shadow.read, now) || is_over(shadow.read, now))
        shadow.read = {first, now.number, lane | (follows ? shadow.read.lanes : 0u)};
    else
        add_to(crowd_of(shadow, place.space).reads, now, true);
}

// Here, as in writes(), the usual case is decided: a word is the invocation's own, or in shared memory and
// all that others did to it was before the last barrier().
void Executor::reads(Memory& memory, std::size_t cell, const Instruction& in, Touch now, const Place& place,
                     u32 count) {
    const bool shared = place.space == Place::Space::shared, atomic = now.is_atomic();
    const u32 base = dispatch_.base, number = now.number, begin = now.who;
    const auto is_before = [&, orders = shared && !weak_barriers_](u32 moment) {
        return orders && (*dispatch_.moments)[moment].epoch < now.epoch;
    };
    for (u32 k = 0; k < count; ++k) {
        Shadow& shadow = memory.shadow[cell + k];
        const u32 at = (begin + k - base) % 32, first = begin + k - at;
        const bool is_own = shadow.write.who < base || shadow.write.who == begin + k,
                   follows = shadow.read.first == first && shadow.read.moment == number,
                   is_free = shadow.read.first < base ||
                             (shadow.read.first == first && shadow.read.lanes == 1u << at);
        if (shadow.more == nullptr && !atomic && (shadow.write.who != 0 || !shared) &&
            (is_own || is_before(shadow.write.moment)) &&
            (follows || is_free || is_before(shadow.read.moment))) {
            if (!is_own) counts_ordering(shadow.write.moment);
            shadow.read = {first, number, (follows ? shadow.read.lanes : 0u) | 1u << at};
            continue;
        }
        now.who = begin + k;
        reads_among_others(memory, cell + k, in, now, place);
    }
}

void Executor::writes(Memory& memory, std::size_t cell, Touch now, const Place& place, const u32* values,
                      u32 count) {
    const u32 base = dispatch_.base, number = now.number, begin = now.who;
    const auto is_before = [&, orders = place.space == Place::Space::shared && !weak_barriers_](u32 moment) {
        return orders && (*dispatch_.moments)[moment].epoch < now.epoch;
    };
    const bool atomic = now.is_atomic();
    for (u32 k = 0; k < count; ++k) {
        Shadow& shadow = memory.shadow[cell + k];
        const u32 at = (begin + k - base) % 32;
        const bool is_own = shadow.write.who < base || shadow.write.who == begin + k,
                   is_free = shadow.read.first < base ||
                             (shadow.read.first == begin + k - at && shadow.read.lanes == 1u << at);
        if (shadow.more == nullptr && !atomic && (is_own || is_before(shadow.write.moment)) &&
            (is_free || is_before(shadow.read.moment))) {
            if (!is_own) counts_ordering(shadow.write.moment);
            if (!is_free) counts_ordering(shadow.read.moment);
            if (!is_own || !is_free) shadow.read = {};
            shadow.before = memory.words[memory.word_of(cell + k)];
            shadow.write = {begin + k, number};
            continue;
        }
        now.who = begin + k;
        writes_among_others(memory, cell + k, now, place, values[k]);
    }
}

void Executor::reads_by_all(Memory& memory, std::size_t cell, const Instruction& in, Touch now,
                            const Place& place) {
    const Shadow& shadow = memory.shadow[cell];
    now.who = who(first_lane_);
    const u32 end = now.who + active_count_, first = first_of_span(now.who);
    reads(memory, cell, in, now, place);
    // The others do what the first one did, if nothing can race with them.
    Span* const ours = shadow.read.first == first && shadow.read.moment == now.number
                           ? &memory.shadow[cell].read
                       : shadow.more != nullptr && !shadow.more->reads.empty() ? &shadow.more->reads.back()
                                                                               : nullptr;
    const bool shared = place.space == Place::Space::shared, is_old = shadow.write.who < dispatch_.base;
    const bool ordered = is_old ? shadow.write.who != 0 || !shared
                                : shared && !weak_barriers_ && touch(shadow.write).epoch < now.epoch;
    if (ours != nullptr && ours->first == first && ours->moment == now.number && end - first <= 32 &&
        ordered && (shadow.more == nullptr || shadow.more->atomics.empty()) &&
        (ours == &shadow.read || !std::has_single_bit(shadow.read.lanes))) {
        if (!is_old) counts_ordering(shadow.write.moment);
        ours->lanes |= (~0u >> (32 - (end - now.who))) << (now.who - first);
        return;
    }
    while (++now.who < end) reads(memory, cell, in, now, place);
}

void Executor::check_reads(const Shadow& shadow, const Touch& now, Place place, u32 value, u32 other) {
    check_span(shadow.read, now, false, true, place, value, other);
    if (shadow.more == nullptr) return;
    for (const Span& reads : shadow.more->reads) check_span(reads, now, false, true, place, value, other);
}

void Executor::writes_among_others(Memory& memory, std::size_t cell, const Touch& now, Place place,
                                   u32 value) {
    Shadow& shadow = memory.shadow[cell];
    place.word = memory.word_of(cell);
    place.byte = memory.byte_of(cell);
    const u32 old = memory.words[place.word];
    if (!is_own_or_old(shadow.write, now)) check(touch(shadow.write), now, true, true, place, value, old);
    check_reads(shadow, now, place, value, old);
    if (Crowd* const crowd = shadow.more; crowd != nullptr) {
        // An invocation that looks at the result of its own atomic, and so comes last, may reset the word.
        if (crowd->last_atomic != now.who || !crowd->last_was_read)
            for (const Span& atomics : crowd->atomics)
                check_span(atomics, now, true, true, place, value, old);
        crowd->reads.clear();
        crowd->atomics.clear();
        crowd->last_atomic = crowd->newest_write = 0;
    }
    shadow.before = old;
    shadow.write = now.mark();
    shadow.read = {};
    if (now.is_atomic()) hand_over(shadow, now, place.space, true);  // a volatile store
}

void Executor::changes(Memory& memory, std::size_t cell, const Instruction& in, const Touch& now, Place place,
                       u32 value, bool reads) {
    Shadow& shadow = memory.shadow[cell];
    place.word = memory.word_of(cell);
    place.byte = memory.byte_of(cell);
    const u32 old = memory.words[place.word];
    if (shadow.write.who == 0) {
        if (reads && place.space == Place::Space::shared) {
            read_unwritten(in, now, place);
            keep_garbage(place.word, garbage_of(in.d, now.who - first_who_));
        }
        shadow.write.who = Mark::initialised;
    } else if (!is_own_or_old(shadow.write, now)) {
        check(touch(shadow.write), now, true, !reads, place, reads ? old : value,
              reads ? shadow.before : old);
    }
    check_reads(shadow, now, place, value, old);
    Crowd& crowd = crowd_of(shadow, place.space);
    if (narrow_atomics_)
        for (const Span& atomics : crowd.atomics) check_span(atomics, now, true, true, place, value, old);
    add_to(crowd.atomics, now, false);
    crowd.last_atomic = crowd.newest_write = now.who;
    crowd.last_was_read = (in.flags & Instruction::unread) == 0;
    if (reads && (crowd.last_was_read || !dispatch_.explains)) take_over(shadow, now, place.space);
    hand_over(shadow, now, place.space, !reads);
}

Executor::Order Executor::order(const Touch& before, const Touch& now, bool was_write,
                                Place::Space space) const {
    const Storage storage = storage_of(space);
    const u32 group = (before.who - dispatch_.base) / dispatch_.local_count();
    if (group == now_->group->number) {
        const auto met = met_since(before, now, was_write, storage);
        if (met == Order::ordered) return Order::ordered;
        if (before.epoch < now.epoch || met) {
            if (before.epoch < now.epoch &&
                ((storage == Storage::shared && !weak_barriers_) || !was_write ||
                 fenced(before, ~0u, now.epoch, reach_between(before.who, now.who), storage)))
                return Order::ordered;
            return knows(before, now, was_write, storage) ? Order::ordered : Order::not_visible;
        }
    }
    return knows(before, now, was_write, storage) ? Order::ordered : Order::unordered;
}

}  // namespace pbp::sim
