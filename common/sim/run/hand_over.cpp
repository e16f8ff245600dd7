// SPDX-License-Identifier: MIT
// What atomics and memory barriers pass from one invocation to another. As in the Vulkan memory model: a
// memory barrier releases, an atomic that reads what another one left connects the two, and a memory barrier
// acquires; both barriers must reach the other side, and cover the memory's storage class.
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
    if (now_->group->fences == 0 && view == nullptr) {
        if (replaces && !all.empty()) all.erase(&shadow);
        return;
    }
    Knowledge own;
    const u32 group = now_->group->number;
    if (now.clock > 0) own.invocations.emplace_back(now.who, now.clock);
    if (now.epoch > 0) own.workgroups.emplace_back(group, now.epoch);
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

void Executor::fence(const Instruction& in) {
    perform_posted(now_->active);
    constexpr u32 acquire_release = spv::MemorySemanticsAcquireReleaseMask,
                  sequential = spv::MemorySemanticsSequentiallyConsistentMask,
                  both_ways = acquire_release | sequential,
                  releases = both_ways | u32{spv::MemorySemanticsReleaseMask},
                  acquires = both_ways | u32{spv::MemorySemanticsAcquireMask};
    Fence made{now_->group->epoch, now_->active, reach_of(in.y), covered_by(in.x)};
    if ((in.x & acquires) != 0 && !now_->views.empty())
        now_->active.each([&](u32 lane) { acquire(now_->views[lane], made.reach, made.covers); });
    if ((in.x & releases) == 0) made.covers = 0;
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
        done.invocations.emplace_back(who(lane), static_cast<u32>(fences_->size()));
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

}  // namespace pbp::sim
