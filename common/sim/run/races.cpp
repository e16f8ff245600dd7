// SPDX-License-Identifier: MIT
// Previous accesses to a word, and whether they are ordered before the current one. Happens-before after
// Lamport, as in FastTrack (Flanagan and Freund, PLDI 2009): the last write and two readers of each word are
// recorded. Accesses are ordered
//   - within one invocation, by program order;
//   - within a workgroup, by a barrier(); for buffers and images only with a memory barrier before it;
//   - within a subgroup, by a subgroupBarrier();
//   - anywhere, by the chain: access, memory barrier, atomic, seen by an atomic, memory barrier, access.
#include "common/sim/run/executor.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

Touch Executor::touch(const Instruction& in) {
    Touch made;
    made.clock = static_cast<u32>(fences_->size());
    made.epoch = now_->group->epoch;
    made.site = in.site;
    if ((in.flags & Instruction::atomic) != 0) made.site |= Moment::atomic;
    if ((in.flags & Instruction::coherent) != 0) made.site |= Moment::coherent;
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

// No later access can race with it.
bool Executor::is_over(Mark before, const Touch& now) const {
    return is_own_or_old(before, now) ||
           (before.who - first_of_group_ < dispatch_.local_count() && touch(before).epoch < now.epoch);
}

void Executor::reads_among_others(Memory& memory, std::size_t word, const Instruction& in, const Touch& now,
                                  Place place) {
    Shadow& shadow = memory.shadow[word];
    place.word = word;
    const bool shared = place.space == Place::Space::shared;
    if (shadow.write.who == 0) {
        if (shared) report(Fault::unwritten_shared, in, now.who - first_who_, word, 0, place);
    } else if (!is_own_or_old(shadow.write, now)) {
        const Touch write = touch(shadow.write);
        if (!shared || write.epoch >= now.epoch)
            check(write, now, true, false, place, memory.words[word], shadow.before);
    }
    if (now.is_atomic() && in.op <= Op::store_shared) take_over(shadow, place.space);
    (is_over(shadow.read, now) ? shadow.read : shadow.other_read) = now.mark();
}

void Executor::writes_among_others(Memory& memory, std::size_t word, const Instruction& in, const Touch& now,
                                   Place place, u32 value) {
    Shadow& shadow = memory.shadow[word];
    place.word = word;
    const bool shared = place.space == Place::Space::shared;
    const auto concerns = [&](const Touch& before) { return !shared || before.epoch >= now.epoch; };
    if (!is_own_or_old(shadow.write, now))
        if (const Touch write = touch(shadow.write); concerns(write))
            check(write, now, true, true, place, value, memory.words[word]);
    for (const Mark mark : {shadow.read, shadow.other_read}) {
        if (is_own_or_old(mark, now)) continue;
        const Touch read = touch(mark);
        if (!concerns(read)) continue;
        // An invocation's own atomic comes after all earlier atomics at this word.
        if (read.is_atomic() && shadow.write.who == now.who && touch(shadow.write).is_atomic()) continue;
        check(read, now, false, true, place, value, memory.words[word]);
    }
    shadow.before = memory.words[word];
    shadow.write = now.mark();
    if (now.is_atomic() && in.op <= Op::store_shared) hand_over(shadow, now, place.space, true);
}

std::vector<Fence>& Executor::fences_of(u32 who) const {
    const u32 flat = who - dispatch_.base, count = dispatch_.local_count();
    return dispatch_.fences[std::size_t{flat / count} * dispatch_.subgroup_count() + flat % count / size_];
}

// True if, after the access, its invocation passed a memory barrier for such memory early enough.
bool Executor::fenced(const Touch& before, u32 until_clock, u32 until_epoch, bool device,
                      Place::Space space) const {
    const auto& fences = fences_of(before.who);
    const u32 lane = (before.who - dispatch_.base) % dispatch_.local_count() % size_;
    for (std::size_t k = before.clock; k < fences.size() && k < until_clock; ++k) {
        const Fence& fence = fences[k];
        const bool covers = space == Place::Space::shared  ? fence.shared
                            : space == Place::Space::image ? fence.images
                                                           : fence.buffers;
        if (covers && fence.lanes.has(lane) && (fence.device || !device) && fence.epoch < until_epoch)
            return true;
    }
    return false;
}

bool Executor::met_since(const Touch& before, const Touch& now) const {
    if (before.who < first_who_ || before.who >= first_who_ + size_) return false;
    for (std::size_t k = before.clock; k < fences_->size(); ++k) {
        const Fence& fence = (*fences_)[k];
        if (fence.subgroup && fence.lanes.has(before.who - first_who_) &&
            fence.lanes.has(now.who - first_who_))
            return true;
    }
    return false;
}

bool Executor::knows(const Touch& before, bool was_write, Place::Space space) const {
    if (now_->known == nullptr) return false;
    const u32 clock = Knowledge::of(now_->known->invocations, before.who);
    if (clock > 0 && fenced(before, clock, ~0u, space != Place::Space::shared, space)) return true;
    const u32 group = (before.who - dispatch_.base) / dispatch_.local_count();
    const u32 epoch = Knowledge::of(now_->known->workgroups, group);
    return before.epoch < epoch && (!was_write || fenced(before, ~0u, epoch, true, space));
}

Executor::Order Executor::order(const Touch& before, const Touch& now, bool was_write,
                                Place::Space space) const {
    const u32 group = (before.who - dispatch_.base) / dispatch_.local_count();
    if (group == now_->group->number) {
        if (met_since(before, now)) return Order::ordered;
        if (before.epoch < now.epoch) {
            if (space == Place::Space::shared || !was_write || fenced(before, ~0u, now.epoch, false, space))
                return Order::ordered;
            return knows(before, was_write, space) ? Order::ordered : Order::not_visible;
        }
    }
    return knows(before, was_write, space) ? Order::ordered : Order::unordered;
}

void Executor::check(const Touch& before, const Touch& now, bool was_write, bool is_write, Place place,
                     u32 value, u32 other) {
    if (before.is_atomic() && now.is_atomic()) return;
    const Order found = order(before, now, was_write, place.space);
    Fault fault = Fault::race;
    if (found == Order::ordered) {
        const auto is_coherent = [](const Touch& touch) {
            return touch.is_atomic() || (touch.site & Moment::coherent) != 0;
        };
        const bool needed = place.space == Place::Space::buffer && was_write && !is_write;
        if (!needed || (is_coherent(before) && is_coherent(now))) return;
        if (met_since(before, now)) return;
        fault = Fault::not_coherent;
    } else if (found == Order::not_visible) {
        fault = Fault::no_memory_barrier;
    } else if (was_write && is_write && value == other) {
        fault = Fault::same_value_race;
    }
    Finding made;
    made.fault = fault;
    made.here = {now.site & Moment::places, now.who - dispatch_.base, is_write, now.is_atomic()};
    made.there = {before.site & Moment::places, before.who - dispatch_.base, was_write, before.is_atomic()};
    made.place = place;
    made.value = value;
    made.other = other;
    dispatch_.findings.add(made);
}

Told& Executor::told(Place::Space space) const {
    return space == Place::Space::shared ? now_->group->told : dispatch_.told;
}

void Executor::hand_over(const Shadow& shadow, const Touch& now, Place::Space space, bool replaces) {
    auto& all = told(space);
    if (now_->group->fences == 0 && now_->known == nullptr) {
        if (replaces && !all.empty()) all.erase(&shadow);
        return;
    }
    Knowledge own;
    if (now.clock > 0) own.invocations.emplace_back(now.who, now.clock);
    if (now.epoch > 0) own.workgroups.emplace_back(now_->group->number, now.epoch);
    auto message = both(now_->known, std::make_shared<const Knowledge>(std::move(own)));
    auto& there = all[&shadow];
    there = replaces ? message : both(there, message);
}

void Executor::take_over(const Shadow& shadow, Place::Space space) {
    const auto& all = told(space);
    if (all.empty()) return;
    if (const auto found = all.find(&shadow); found != all.end())
        now_->pending = both(now_->pending, found->second);
}

void Executor::fence(const Instruction& in) {
    perform_posted(now_->active);
    const auto semantics = in.x;
    Fence made{now_->group->epoch, now_->active};
    made.buffers = (semantics & spv::MemorySemanticsUniformMemoryMask) != 0;
    made.images = (semantics & spv::MemorySemanticsImageMemoryMask) != 0;
    made.shared = (semantics & spv::MemorySemanticsWorkgroupMemoryMask) != 0;
    made.device = in.n == spv::ScopeDevice || in.n == spv::ScopeQueueFamily || in.n == spv::ScopeCrossDevice;
    fences_->push_back(made);
    if (made.device) ++now_->group->fences;
    now_->known = both(now_->known, now_->pending);
    now_->pending = nullptr;
}

}  // namespace pbp::sim
