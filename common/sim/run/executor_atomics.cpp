// SPDX-License-Identifier: MIT
// Atomics: those whose result is unused may be posted, and arrive later.
#include <algorithm>

#include "common/sim/run/executor.hpp"

namespace pbp::sim {

std::uint32_t Executor::updated(Atomic operation, u32 old, u32 value, u32 comparator) {
    const auto is_less = [](u32 a, u32 b) {
        return static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b);
    };
    switch (operation) {
        case Atomic::load:
            return old;
        case Atomic::store:
        case Atomic::exchange:
            return value;
        case Atomic::compare:
            return old == comparator ? value : old;
        case Atomic::add:
            return old + value;
        case Atomic::sub:
            return old - value;
        case Atomic::min_i:
            return is_less(value, old) ? value : old;
        case Atomic::max_i:
            return is_less(old, value) ? value : old;
        case Atomic::min_u:
            return std::min(old, value);
        case Atomic::max_u:
            return std::max(old, value);
        case Atomic::and_:
            return old & value;
        case Atomic::or_:
            return old | value;
        case Atomic::xor_:
            return old ^ value;
    }
    return old;
}

/// Returns the previous value of the word.
std::uint32_t Executor::perform(const Instruction& in, Memory& memory, u32 lane, Place place, u32 value,
                                u32 comparator) {
    const auto operation = static_cast<Atomic>(in.n);
    const std::size_t word = place.word;
    const u32 old = memory.words[word], made = updated(operation, old, value, comparator);
    Touch now = touch(in);
    now.who = who(lane);
    if (operation != Atomic::store && (in.flags & Instruction::unread) == 0)
        read_early(in, memory, lane, place);
    if (operation == Atomic::load)
        reads(memory, word, in, now, place);
    else
        changes(memory, word, in, now, place, made, operation != Atomic::store);
    if (made != old) changed();
    memory.words[word] = made;
    return old;
}

void Executor::post(const Instruction& in, Memory& memory, u32 lane, Place place, u32 value, u32 comparator) {
    constexpr std::size_t most = 256;
    if (now_->posted.size() == most) perform_posted(now_->exists);
    if (now_->posted.empty()) dispatch_.posting.push_back(now_);
    now_->posted.push_back({&in, &memory, place, lane, invocation(lane), value, comparator});
}

/// Posted atomics of some lanes arrive in memory, in order of issue.
void Executor::perform_posted(Mask lanes) {
    if (now_->posted.empty()) return;
    for (const auto& one : now_->posted)
        if (lanes.has(one.lane))
            perform(*one.in, *one.memory, one.lane, one.place, one.value, one.comparator);
    std::erase_if(now_->posted, [&](const Posted& one) { return lanes.has(one.lane); });
    if (now_->posted.empty()) std::erase(dispatch_.posting, now_);
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
            made.place = place;
            dispatch_.findings.add(made);
        }
}

/// Atomics to what the subgroup is about to access arrive first, at each word in program order per
/// invocation.
void Executor::perform_posted_at(const Memory* memory, u32 words) {
    const bool touched = std::ranges::any_of(now_->posted, [&](const Posted& one) {
        return one.memory == memory &&
               std::any_of(found_.begin(), found_.begin() + active_count_, [&](u32 at) {
                   return at != nowhere && one.place.word >= at / 4 && one.place.word < at / 4 + words;
               });
    });
    if (touched) perform_posted(now_->exists);
}

/// An atomic takes effect while older ones of its lanes are still in flight.
void Executor::overtake_posted(const Instruction& in) {
    for (auto& one : now_->posted)
        if (one.overtaker == 0 && now_->active.has(one.lane)) one.overtaker = in.site;
}

void Executor::atomic(const Instruction& in, bool shared) {
    Place place;
    Memory* const memory = this->memory(in, shared, place);
    accessed_ = 0;
    find_addresses(in, memory, place);
    const bool later = (in.flags & Instruction::unread) != 0 &&
                       dispatch_.settings.order == Settings::Order::random && chance_() % 2 == 0;
    if (!later) overtake_posted(in);
    u32 next = 0;
    now_->active.each([&](u32 lane) {
        const u32 at = found_[next++];
        if (at == nowhere) {
            if (in.d != no_row) row(in.d)[lane] = 0;
            return;
        }
        place.word = at / 4;
        const u32 value = in.b == no_row ? 0 : row(in.b)[lane],
                  comparator = in.c == no_row ? 0 : row(in.c)[lane];
        if (later)
            post(in, *memory, lane, place, value, comparator);
        else if (const u32 old = perform(in, *memory, lane, place, value, comparator); in.d != no_row)
            row(in.d)[lane] = old;
        addresses_[accessed_++] = at;
    });
    looked();
    auto& count = dispatch_.counters.accesses[now_->next - 1];
    find_words(4);
    count.contention += accessed_ - words_.size();
    shared ? count_shared(in) : count_buffer(in);
    ends_turn();
}

}  // namespace pbp::sim
