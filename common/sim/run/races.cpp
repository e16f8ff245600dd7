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

/// Accesses of shared memory before and after some barriers conflict. Counts the last of these as one that
/// orders something, unless one of them has been counted: so the fewest are counted that order all. An old
/// read that gave way to a newer one is not seen: the count may be too small, never too large.
void count_ordering(Workgroup& group, Counters& counters, std::uint32_t epoch_before) {
    if (group.ordering > epoch_before) return;
    group.ordering = group.epoch;
    counters.ordering += group.subgroups.size();
}

}  // namespace

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
        if (!is_own_or_old(span, now)) count_ordering(*now_->group, dispatch_.counters, before.epoch);
        return;
    }
    for (u32 bits = span.lanes; bits != 0; bits &= bits - 1) {
        before.who = span.first + static_cast<u32>(std::countr_zero(bits));
        if (before.who != now.who && check(before, now, was_write, is_write, place, value, other)) return;
    }
}

void Executor::read_unwritten(const Instruction& in, const Touch& now, Place place) {
    Finding made;
    made.fault = Fault::unwritten_shared;
    made.place = place;
    make_garbage(made, in, now.who - first_who_, in.op == Op::load_shared ? loading_ : in.d);
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

namespace {

Coherence coherence_for(Reach reach) {
    return reach == Reach::device      ? Coherence::device
           : reach == Reach::workgroup ? Coherence::workgroup
                                       : Coherence::subgroup;
}

Coherence coherence_at(const Touch& one) {
    constexpr std::uint32_t all = 7;
    return static_cast<Coherence>(one.site >> Moment::coherence & all);
}

}  // namespace

// True of two atomics whose scopes include each other.
bool Executor::exclude_each_other(const Touch& a, const Touch& b) const {
    if (!a.is_atomic() || !b.is_atomic()) return false;
    return !narrow_atomics_ ||
           std::min(coherence_at(a), coherence_at(b)) >= coherence_for(reach_between(a.who, b.who));
}

// True if one of two ordered accesses, a write and a read of it, makes the value available, or visible, to
// the other invocation.
bool Executor::passes_on(const Touch& one, const Touch& write, const Touch& read) const {
    const Reach reach = reach_between(write.who, read.who);
    const auto coherence = coherence_at(one);
    if (one.is_atomic() || coherence == Coherence::device) return true;
    if (coherence != Coherence::by_fence) return coherence >= coherence_for(reach);
    const bool writes = one.who == write.who;
    const auto& fences = fences_of(one.who);
    const u32 lane = (one.who - dispatch_.base) % dispatch_.local_count() % size_;
    const auto begin = fences.begin() + (writes ? one.clock : 0);
    return std::any_of(begin, fences.end(), [&](const Fence& fence) {
        return (writes ? fence.available : fence.visible) && fence.reach >= reach && fence.lanes.has(lane);
    });
}

bool Executor::check(const Touch& before, const Touch& now, bool was_write, bool is_write, Place place,
                     u32 value, u32 other) {
    if (exclude_each_other(before, now)) return false;
    const bool shared = place.space == Place::Space::shared;
    if (shared && before.epoch < now.epoch && !weak_barriers_) {
        count_ordering(*now_->group, dispatch_.counters, before.epoch);
        return false;
    }
    const Order found = order(before, now, was_write, place.space);
    Fault fault = Fault::race;
    if (found == Order::ordered) {
        const bool needed = !shared && was_write && !is_write;
        if (!needed || (passes_on(before, before, now) && passes_on(now, before, now))) return false;
        fault = Fault::not_coherent;
    } else if (found == Order::not_visible && !shared) {
        fault = Fault::no_memory_barrier;
    } else if (was_write && is_write && value == other && !before.is_atomic() && !now.is_atomic()) {
        fault = Fault::same_value_race;
    }
    Finding made;
    made.fault = fault;
    made.here = {now.site & Moment::places, now.who - dispatch_.base, is_write || now.is_atomic(),
                 now.is_atomic()};
    made.there = {before.site & Moment::places, before.who - dispatch_.base, was_write, before.is_atomic()};
    made.place = place;
    made.value = value;
    made.other = other;
    made.limit = static_cast<u64>(missing_fence(before, now, found, place.space));
    if (place.space == Place::Space::image) {
        const ImageMemory& image = *dispatch_.images[place.index];
        const u32 texel = static_cast<u32>(place.word / image.words_a_texel());
        made.texel = {texel % image.size[0], texel / image.size[0] % image.size[1],
                      texel / image.size[0] / image.size[1]};
        made.size = image.size;
        made.number = image.number;
    }
    dispatch_.found(made);
    return true;
}

}  // namespace pbp::sim
