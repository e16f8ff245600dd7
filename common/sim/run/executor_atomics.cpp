// SPDX-License-Identifier: MIT
// Atomics: those whose result is unused may be posted, and arrive later.
#include <algorithm>
#include <bit>

#include "common/sim/run/executor.hpp"

namespace pbp::sim {

std::uint64_t Executor::updated(Atomic operation, bool wide, u64 old, u64 value, u64 comparator) {
    switch (operation) {
        case Atomic::load:
            return old;
        case Atomic::store:
        case Atomic::exchange:
            return value;
        case Atomic::compare:
            return old == comparator ? value : old;
        case Atomic::sub:
            return old - value;
        default:
            break;
    }
    const auto* one = std::ranges::find(joinings, operation, &Joining::atomic);
    return combined(one->group, wide, old, value);
}

/// Returns the previous value of the word, or of the two words of 64 bits.
std::uint64_t Executor::perform(const Instruction& in, Memory& memory, u32 lane, Place place,
                                const Given& given) {
    const auto operation = static_cast<Atomic>(in.n);
    const bool wide = (in.flags & Instruction::wide) != 0;
    u32* const words = &memory.words[place.word];
    const u64 old = wide ? words[0] | u64{words[1]} << 32 : words[0];
    u64 made = updated(operation, wide, old, given.value, given.comparator);
    if (!wide) made &= 0xFFFFFFFFu;
    const bool unread = (in.flags & Instruction::unread) != 0;
    if (operation != Atomic::store && !unread) read_early(in, memory, lane, place);
    const bool stores = operation == Atomic::store || (operation == Atomic::exchange && unread);
    memory.each_cell(place.word * 4, wide ? 8 : 4, [&](std::size_t cell) {
        const u32 part = static_cast<u32>(memory.word_of(cell) == place.word ? made : made >> 32);
        if (operation == Atomic::load)
            reads(memory, cell, in, given.now, place);
        else
            changes(memory, cell, in, given.now, place, part, !stores);
    });
    if (made != old) changed();
    if (dispatch_.settings.counts_deeds && place.space == Place::Space::shared)
        now_->group->deeds.change(place.word, old, made, dispatch_.counters.deeds);
    for (u32 k = 0; k < (wide ? 2u : 1u); ++k) {
        const auto part = static_cast<u32>(made >> 32 * k);
        if (steps_ != nullptr) steps_->writes(memory, place.word + k, part);
        words[k] = part;
    }
    if (follower_)
        follower_->atomic(in, lane, memory, place.word, place.space == Place::Space::shared,
                          {old, given.value, given.comparator, given.node, given.address});
    if (dispatch_.guide != nullptr)
        dispatch_.guide->used.push_back(use_of(in, memory, lane, place, operation, made != old));
    return old;
}

AtomicUse Executor::use_of(const Instruction& in, const Memory& memory, u32 lane, Place place,
                           Atomic operation, bool changed) const {
    if (place.space == Place::Space::buffer)
        place.index =
            static_cast<u32>(std::ranges::find(dispatch_.buffers, &memory) - dispatch_.buffers.begin());
    return {place,
            place.space == Place::Space::shared ? now_->group->number : 0,
            in.site,
            invocation(lane),
            operation,
            changed,
            in.op >= Op::atomic_buffer && (in.flags & Instruction::unread) != 0};
}

/// In a guided run, each atomic is a turn of its own.
bool Executor::stops_before_atomic() {
    if (dispatch_.guide == nullptr) return false;
    if (atomics_left_ > 0) {
        --atomics_left_;
        return false;
    }
    --now_->next;
    yields_ = true;
    return true;
}

// Of a volatile access: a step of a guided run, and in small dispatches part of a test, or what follows it.
void Executor::note_volatile(const Instruction& in, const Memory& memory, u32 lane, Place place, u32 at,
                             bool stores) {
    constexpr std::size_t few = 64;
    for (u32 k = 0; k < in.n; ++k) {
        place.word = at / 4 + k;
        if (dispatch_.guide != nullptr)
            dispatch_.guide->used.push_back(
                use_of(in, memory, lane, place, stores ? Atomic::store : Atomic::load, stores));
        if (dispatch_.group_count() * dispatch_.local_count() > few) continue;
        stores ? dispatch_.polls.set(memory, place.word, who(lane))
               : dispatch_.polls.test(memory, place.word, who(lane));
    }
}

void Executor::post(const Instruction& in, Memory& memory, u32 lane, Place place, const Given& given) {
    constexpr std::size_t most = 256;
    if (now_->posted.size() == most) perform_posted(*now_, [](const Posted&) { return true; });
    if (now_->posted.empty()) dispatch_.posting.push_back(now_);
    now_->posted.push_back(
        {&in, &memory, place, lane, invocation(lane), given, now_->posted_ever++, 0, std::nullopt});
}

/// Some posted atomics of a subgroup of this workgroup arrive in memory, in order of issue.
void Executor::perform_posted(Subgroup& of, const std::function<bool(const Posted&)>& picked) {
    if (std::ranges::none_of(of.posted, picked)) return;
    Subgroup& me = *now_;
    take(of);
    for (const auto& one : of.posted)
        if (picked(one)) perform(*one.in, *one.memory, one.lane, one.place, one.given);
    std::erase_if(of.posted, picked);
    if (of.posted.empty()) std::erase(dispatch_.posting, &of);
    take(me);
}

/// A word is read while atomics of other invocations are on their way to it: those that were overtaken
/// explain the missing values.
void Executor::read_early(const Instruction& in, const Memory& memory, u32 lane, Place place) {
    for (const Subgroup* other : dispatch_.posting)
        for (const auto& one : other->posted) {
            if (one.memory != &memory || one.place.word != place.word || one.overtaker == 0) continue;
            Finding made;
            made.fault = Fault::late_atomic;
            made.here = {one.in->site, one.invocation, true, true};
            made.there = {in.site, invocation(lane), false, true};
            made.split_site = one.overtaker;
            made.number = one.is_for(Reach::workgroup) ? 1 : 0;
            made.place = place;
            dispatch_.found(made);
        }
}

/// Atomics to what the subgroup is about to access arrive first, at each word in program order per
/// invocation: its own, and those that are ordered for its workgroup.
void Executor::perform_posted_at(const Memory* memory, u32 words) {
    for (Subgroup& of : now_->group->subgroups) {
        const auto comes_first = [mine = &of == now_](const Posted& one) {
            return mine || one.is_for(Reach::workgroup);
        };
        const bool touched = std::ranges::any_of(of.posted, [&](const Posted& one) {
            return one.memory == memory && comes_first(one) &&
                   std::any_of(found_.begin(), found_.begin() + active_count_, [&](u32 at) {
                       return at != nowhere && one.place.word >= at / 4 && one.place.word < at / 4 + words;
                   });
        });
        if (touched) perform_posted(of, comes_first);
    }
}

/// True if what the active lanes do now follows a posted atomic: one of theirs, or one that is ordered for
/// them.
bool Executor::follows(const Subgroup& of, const Posted& one) const {
    return &of == now_ ? now_->active.has(one.lane) || one.is_for(Reach::subgroup)
                       : one.is_for(Reach::workgroup);
}

/// A memory barrier orders posted atomics before what comes later. Those that are ordered for everybody who
/// can see their word arrive.
void Executor::order_posted(Reach reach, u32 covers) {
    if (dispatch_.posting.empty()) return;
    for (Subgroup& of : now_->group->subgroups) {
        for (auto& one : of.posted)
            if ((covers >> static_cast<u32>(one.storage()) & 1u) != 0 && follows(of, one) &&
                !one.is_for(reach))
                one.ordered = reach;
        perform_posted(of, [](const Posted& one) {
            return one.is_for(one.storage() == Storage::shared ? Reach::workgroup : Reach::device);
        });
    }
}

/// An atomic takes effect while some that it follows are still in flight.
void Executor::overtake_posted(const Instruction& in) {
    if (dispatch_.posting.empty()) return;
    for (Subgroup& of : now_->group->subgroups)
        for (auto& one : of.posted)
            if (one.overtaker == 0 && follows(of, one)) one.overtaker = in.site;
}

void Executor::atomic(const Instruction& in, bool shared) {
    if (stops_before_atomic()) return;
    Place place;
    Memory* const memory = this->memory(in, shared, place);
    find_addresses(in, memory, place);
    const bool later = (in.flags & Instruction::unread) != 0 && dispatch_.settings.late_atomics &&
                       (dispatch_.guide != nullptr ||
                        (dispatch_.settings.order == Settings::Order::random && chance_() % 2 == 0));
    if (!later) overtake_posted(in);
    const bool wide = (in.flags & Instruction::wide) != 0;
    Touch now = touch(in);
    u32 next = 0;
    now_->active.each([&](u32 lane) {
        const u32 at = found_[next++];
        now.who = who(lane);
        if (at == nowhere) {
            if (in.d != no_row) set_group_value(in, lane, 0);
            return;
        }
        place.word = at / 4;
        const auto operand = [&](Row from) {
            return from == no_row ? 0 : wide ? value64(from, lane) : u64{row(from)[lane]};
        };
        const Given given{now, operand(in.b), operand(in.c), follower_ ? follower_->node(in.b, lane) : 0,
                          follower_ ? follower_->node(in.a, lane) : 0};
        if (later)
            post(in, *memory, lane, place, given);
        else if (const u64 old = perform(in, *memory, lane, place, given); in.d != no_row)
            set_group_value(in, lane, old);
        if (shared && (now_->garbage_rows != 0 || !now_->group->spoiled.empty()))
            for (u32 k = 0; k < (wide ? 2u : 1u); ++k) pass_on_in_atomic(in, place.word + k, lane);
    });
    looked();
    auto& count = dispatch_.counters.accesses[now_->next - 1];
    find_words(length_of(in));
    count.contention += accessed_ - words_.size() / (wide ? 2 : 1);
    shared ? count_shared(in) : count_buffer(in);
    now_->joins_a_trip = false;
    end_turn(in);
}

}  // namespace pbp::sim
