// SPDX-License-Identifier: MIT
// What atomics and memory barriers pass from one invocation to another, and what that orders. As in the
// Vulkan memory model: a memory barrier releases, an atomic that reads what another one left connects the
// two, and a memory barrier acquires; both barriers must reach the other side, and cover the memory's storage
// class.
#include "common/sim/kept/knowledge.hpp"

#include <algorithm>

#include "common/sim/run/executor.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

namespace {

std::uint8_t covered_by(std::uint32_t semantics) {
    const auto bit = [&](Storage storage, std::uint32_t mask) {
        return (semantics & mask) != 0 ? 1u << static_cast<unsigned>(storage) : 0u;
    };
    return static_cast<std::uint8_t>(bit(Storage::buffers, spv::MemorySemanticsUniformMemoryMask) |
                                     bit(Storage::images, spv::MemorySemanticsImageMemoryMask) |
                                     bit(Storage::shared, spv::MemorySemanticsWorkgroupMemoryMask));
}

Reach reach_of(std::uint32_t scope) {
    switch (scope) {
        case spv::ScopeWorkgroup:
            return Reach::workgroup;
        case spv::ScopeSubgroup:
        case spv::ScopeInvocation:
            return Reach::subgroup;
        default:
            return Reach::device;
    }
}

KnowledgePtr all_known(const View& view) {
    return both(both(view.known[0], view.known[1]), view.known[2]);
}

}  // namespace

std::vector<View>& Executor::views() {
    if (now_->views.empty()) now_->views.resize(size_);
    return now_->views;
}

Told& Executor::told(Place::Space space) const {
    return space == Place::Space::shared ? now_->group->told : dispatch_.told;
}

void Executor::hand_over(const Shadow& shadow, const Touch& now, Place::Space space, bool replaces) {
    auto& all = told(space);
    const View* const view = view_of(now.who);
    if (dispatch_.explains) fences_->push_back({now_->group->epoch, Mask::only(now.who - first_who_)});
    if (now_->group->fences == 0 && view == nullptr && !dispatch_.explains) {
        if (replaces && !all.empty()) all.erase(&shadow);
        return;
    }
    Knowledge own;
    const u32 group = now_->group->number;
    const auto clock = dispatch_.explains ? static_cast<u32>(fences_->size()) : now.clock;
    if (clock > 0) own.invocations.set(now.who, clock);
    if (now.epoch > 0) own.workgroups.set(group, now.epoch);
    const u32 lane = now.who - first_who_;
    for (auto one = fences_->rbegin(); one != fences_->rend(); ++one)
        if (one->reach == Reach::device && one->covers != 0 && one->lanes.has(lane)) {
            if (one->epoch > 0) own.flushed.set(group, one->epoch);
            break;
        }
    auto message = std::make_shared<const Knowledge>(std::move(own));
    if (view != nullptr) message = both(all_known(*view), message);
    auto& there = all[&shadow];
    if (replaces) {
        there = {message, message, group};
    } else {
        there.near = there.workgroup == group ? both(there.near, message) : message;
        there.all = both(there.all, message);
        there.workgroup = group;
    }
}

void Executor::take_over(const Shadow& shadow, const Touch& now, Place::Space space) {
    const auto& all = told(space);
    if (all.empty()) return;
    const auto found = all.find(&shadow);
    if (found == all.end()) return;
    View& view = views()[now.who - first_who_];
    if (auto more = both(view.pending, found->second.all); more != view.pending) {
        view.pending = std::move(more);
        view.taken = 0;
    }
    if (found->second.workgroup != now_->group->number) return;
    if (auto more = both(view.near, found->second.near); more != view.near) {
        view.near = std::move(more);
        view.taken_near = 0;
    }
}

// Lanes that know the same share the result.
void Executor::acquire(View& view, Reach reach, u32 covers) {
    if (reach == Reach::subgroup) return;
    const auto& pending = reach == Reach::device ? view.pending : view.near;
    auto& taken = reach == Reach::device ? view.taken : view.taken_near;
    for (u32 k = 0; k < storages; ++k) {
        if ((covers >> k & 1u) == 0 || (taken >> k & 1u) != 0 || pending == nullptr) continue;
        auto& [known, learnt, sum] = last_learnt_;
        if (known != view.known[k] || learnt != pending || sum == nullptr) {
            known = view.known[k];
            learnt = pending;
            sum = both(known, learnt);
        }
        view.known[k] = sum;
        taken = static_cast<std::uint8_t>(taken | 1u << k);
    }
}

constexpr std::uint32_t both_ways = std::uint32_t{spv::MemorySemanticsAcquireReleaseMask} |
                                    std::uint32_t{spv::MemorySemanticsSequentiallyConsistentMask},
                        releases = both_ways | std::uint32_t{spv::MemorySemanticsReleaseMask},
                        acquires = both_ways | std::uint32_t{spv::MemorySemanticsAcquireMask};

// As barrier() does; a controlBarrier() may have another scope, other memory, or none.
bool Executor::orders_shared(const Instruction& barrier) {
    return (barrier.x & releases) != 0 && (barrier.x & spv::MemorySemanticsWorkgroupMemoryMask) != 0 &&
           reach_of(barrier.y) >= Reach::workgroup;
}

void Executor::fence(const Instruction& in) {
    Fence made{now_->group->epoch, now_->active, reach_of(in.y), covered_by(in.x)};
    if ((in.x & acquires) != 0 && !now_->views.empty())
        now_->active.each([&](u32 lane) { acquire(now_->views[lane], made.reach, made.covers); });
    if ((in.x & releases) == 0) made.covers = 0;
    order_posted(made.reach, made.covers);
    made.available = (in.x & spv::MemorySemanticsMakeAvailableMask) != 0;
    made.visible = (in.x & spv::MemorySemanticsMakeVisibleMask) != 0;
    fences_->push_back(made);
    if (made.reach > Reach::subgroup) ++now_->group->fences;
}

// At a subgroupBarrier() the active lanes learn what each of them did and knows.
void Executor::meet_lanes() {
    fences_->back().meets = true;
    if (!dispatch_.hands_over) return;
    Knowledge done;
    View all;
    now_->active.each([&](u32 lane) {
        done.invocations.set(who(lane), static_cast<u32>(fences_->size()));
        const View& one = views()[lane];
        for (u32 k = 0; k < storages; ++k) all.known[k] = both(all.known[k], one.known[k]);
        all.pending = both(all.pending, one.pending);
        all.near = both(all.near, one.near);
    });
    const auto met = std::make_shared<const Knowledge>(std::move(done));
    for (auto& known : all.known) known = both(known, met);
    now_->active.each([&](u32 lane) { now_->views[lane] = all; });
    ++now_->group->fences;  // a flag of one lane speaks for all
}

// What a hand-over between two invocations lacks: a memory barrier on either side, or one of a larger scope;
// or a barrier() after which not only the lane that saw the flag would know. Only a run that explains notes
// every atomic, and so sees a hand-over without any.
Lacks Executor::missing_fence(const Touch& before, const Touch& now, Order found, Place::Space space) const {
    if (before.is_atomic() && now.is_atomic()) return Lacks::scope;
    const Storage storage = storage_of(space);
    if (found == Order::not_visible)
        return storage == Storage::shared                                 ? Lacks::semantics
               : fenced(before, ~0u, now.epoch, Reach::subgroup, storage) ? Lacks::scope
                                                                          : Lacks::none;
    const View* const view = view_of(now.who);
    if (view == nullptr) return Lacks::none;
    const u32 group = (before.who - dispatch_.base) / dispatch_.local_count();
    const auto mentions = [&](const KnowledgePtr& one) {
        return one != nullptr && (Knowledge::of(one->invocations, before.who) > before.clock ||
                                  Knowledge::of(one->workgroups, group) > before.epoch);
    };
    const auto released = [&](const KnowledgePtr& one, Reach reach) {
        const u32 clock = Knowledge::of(one->invocations, before.who);
        return fenced(before, clock == 0 ? ~0u : clock, ~0u, reach, storage);
    };
    if (std::ranges::any_of(view->known, mentions))
        return released(all_known(*view), Reach::subgroup) ? Lacks::scope : Lacks::release;
    if (mentions(view->pending)) {
        if (!released(view->pending, reach_between(before.who, now.who)))
            return released(view->pending, Reach::subgroup) ? Lacks::scope : Lacks::both;
        const auto last = std::find_if(fences_->rbegin(), fences_->rend(), [&](const Fence& one) {
            return one.covers != 0 && one.lanes.has(now.who - first_who_);
        });
        const bool acquires_nearby = last != fences_->rend() && last->is_for(storage) &&
                                     last->reach < reach_between(before.who, now.who);
        return acquires_nearby ? Lacks::scope : Lacks::acquire;
    }
    const bool others_know =
        std::ranges::any_of(now_->views, [&](const View& one) { return mentions(one.pending); });
    return others_know ? Lacks::barrier : Lacks::none;
}

std::vector<Fence>& Executor::fences_of(u32 who) const {
    const u32 flat = who - dispatch_.base, count = dispatch_.local_count();
    return dispatch_.fences[std::size_t{flat / count} * dispatch_.subgroup_count() + flat % count / size_];
}

Reach Executor::reach_between(u32 one, u32 other) const {
    const u32 count = dispatch_.local_count(), a = one - dispatch_.base, b = other - dispatch_.base;
    if (a / count != b / count) return Reach::device;
    return a % count / size_ == b % count / size_ ? Reach::subgroup : Reach::workgroup;
}

// True if, after the access, its invocation passed a memory barrier for such memory early enough.
bool Executor::fenced(const Touch& before, u32 until_clock, u32 until_epoch, Reach reach,
                      Storage storage) const {
    const auto& fences = fences_of(before.who);
    const u32 lane = (before.who - dispatch_.base) % dispatch_.local_count() % size_;
    for (std::size_t k = before.clock; k < fences.size() && k < until_clock; ++k) {
        const Fence& fence = fences[k];
        if (fence.is_for(storage) && fence.lanes.has(lane) && fence.reach >= reach &&
            fence.epoch < until_epoch)
            return true;
    }
    return false;
}

// Of lanes that have waited for each other since; nothing if they have not.
std::optional<Executor::Order> Executor::met_since(const Touch& before, const Touch& now, bool was_write,
                                                   Storage storage) const {
    if (before.who < first_who_ || before.who >= first_who_ + size_) return std::nullopt;
    bool released = !was_write, met = false;
    for (std::size_t k = before.clock; k < fences_->size(); ++k) {
        const Fence& fence = (*fences_)[k];
        if (!fence.lanes.has(before.who - first_who_)) continue;
        released |= fence.is_for(storage);
        met |= fence.meets && fence.lanes.has(now.who - first_who_);
        if (fence.meets && released && fence.lanes.has(now.who - first_who_)) return Order::ordered;
    }
    if (met) return Order::not_visible;
    return std::nullopt;
}

bool Executor::knows(const Touch& before, const Touch& now, bool was_write, Storage storage) const {
    const View* const view = view_of(now.who);
    if (view == nullptr) return false;
    const auto& known = view->known[static_cast<std::size_t>(storage)];
    if (known == nullptr) return false;
    const Reach reach = reach_between(before.who, now.who);
    const u32 clock = Knowledge::of(known->invocations, before.who);
    if (clock > 0 && fenced(before, clock, ~0u, reach, storage)) return true;
    const u32 group = (before.who - dispatch_.base) / dispatch_.local_count();
    const u32 epoch = Knowledge::of(known->workgroups, group);
    if (before.epoch < epoch && (!was_write || fenced(before, ~0u, epoch, reach, storage))) return true;
    // Made visible to its workgroup, one of which then made it visible to the device.
    const u32 flushed = Knowledge::of(known->flushed, group);
    return before.epoch < flushed && fenced(before, ~0u, flushed, Reach::workgroup, storage);
}

}  // namespace pbp::sim
