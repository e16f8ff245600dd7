// SPDX-License-Identifier: MIT
// What atomics and memory barriers pass from one invocation to another. As in the Vulkan memory model: a
// memory barrier releases, an atomic that reads what another one left connects the two, and a memory barrier
// acquires; both barriers must reach the other side, and cover the memory's storage class.
#include "common/sim/run/knowledge.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "common/sim/run/executor.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

namespace {

using Part = std::shared_ptr<void>;
using Inner = std::array<Part, 4>;
using Leaf = std::array<std::uint32_t, 16>;

constexpr unsigned leaf_bits = 4, inner_bits = 2;

/// One more than the largest key in a tree of this level.
std::uint64_t end_of(unsigned level) {
    return std::uint64_t{1} << (leaf_bits + inner_bits * level);
}

std::size_t branch(std::uint32_t key, unsigned level) {
    return key >> (leaf_bits + inner_bits * (level - 1)) & 3u;
}

template <class Node>
Node& as(const Part& part) {
    return *static_cast<Node*>(part.get());
}

/// Made, or copied, if others share it.
template <class Node>
Node& own(Part& part) {
    if (part == nullptr)
        part = std::make_shared<Node>();
    else if (part.use_count() > 1)
        part = std::make_shared<Node>(as<Node>(part));
    return as<Node>(part);
}

Part raised(Part part, unsigned from, unsigned to) {
    for (; part != nullptr && from < to; ++from) part = std::make_shared<Inner>(Inner{std::move(part)});
    return part;
}

/// The union of two parts; the same as one of them or as both.
struct Joint {
    Part part;
    bool is_a, is_b;
};

template <class Node, class Unite>
Joint united_nodes(const Part& a, const Part& b, Unite unite) {
    Node all{};
    bool is_a = true, is_b = true;
    for (std::size_t k = 0; k < all.size(); ++k) {
        auto [one, one_is_a, one_is_b] = unite(as<Node>(a)[k], as<Node>(b)[k]);
        all[k] = std::move(one);
        is_a &= one_is_a;
        is_b &= one_is_b;
    }
    return {is_a ? a : is_b ? b : std::make_shared<Node>(std::move(all)), is_a, is_b};
}

Joint united_parts(const Part& a, const Part& b, unsigned level) {
    if (a == b) return {a, true, true};
    if (b == nullptr) return {a, true, false};
    if (a == nullptr) return {b, false, true};
    if (level == 0)
        return united_nodes<Leaf>(a, b, [](std::uint32_t x, std::uint32_t y) {
            return std::tuple(std::max(x, y), x >= y, y >= x);
        });
    return united_nodes<Inner>(a, b,
                               [&](const Part& x, const Part& y) { return united_parts(x, y, level - 1); });
}

}  // namespace

std::uint32_t Clocks::of(std::uint32_t key) const {
    if (key >= end_of(level_)) return 0;
    const Part* at = &root_;
    for (unsigned level = level_; level > 0 && *at != nullptr; --level)
        at = &as<Inner>(*at)[branch(key, level)];
    return *at == nullptr ? 0 : as<Leaf>(*at)[key % (1u << leaf_bits)];
}

void Clocks::set(std::uint32_t key, std::uint32_t clock) {
    unsigned level = level_;
    while (key >= end_of(level)) ++level;
    root_ = raised(std::move(root_), level_, level);
    level_ = level;
    Part* at = &root_;
    for (; level > 0; --level) at = &own<Inner>(*at)[branch(key, level)];
    own<Leaf>(*at)[key % (1u << leaf_bits)] = clock;
}

Clocks::Union united(const Clocks& a, const Clocks& b) {
    Clocks::Union all;
    const unsigned level = std::max(a.level_, b.level_);
    auto [root, is_a, is_b] =
        united_parts(raised(a.root_, a.level_, level), raised(b.root_, b.level_, level), level);
    all.clocks.root_ = std::move(root);
    all.clocks.level_ = level;
    all.is_a = is_a;
    all.is_b = is_b;
    return all;
}

KnowledgePtr both(const KnowledgePtr& a, const KnowledgePtr& b) {
    if (a == b || b == nullptr) return a;
    if (a == nullptr) return b;
    const auto invocations = united(a->invocations, b->invocations),
               workgroups = united(a->workgroups, b->workgroups), flushed = united(a->flushed, b->flushed);
    if (invocations.is_a && workgroups.is_a && flushed.is_a) return a;
    if (invocations.is_b && workgroups.is_b && flushed.is_b) return b;
    return std::make_shared<const Knowledge>(
        Knowledge{invocations.clocks, workgroups.clocks, flushed.clocks});
}

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

void Executor::fence(const Instruction& in) {
    constexpr u32 acquire_release = spv::MemorySemanticsAcquireReleaseMask,
                  sequential = spv::MemorySemanticsSequentiallyConsistentMask,
                  both_ways = acquire_release | sequential,
                  releases = both_ways | u32{spv::MemorySemanticsReleaseMask},
                  acquires = both_ways | u32{spv::MemorySemanticsAcquireMask};
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

// What a hand-over between two invocations lacks: a memory barrier on either side; or a barrier() after which
// not only the lane that saw the flag would know. Only a run that explains notes every atomic, and so sees a
// hand-over without any.
Lacks Executor::missing_fence(const Touch& before, const Touch& now, Storage storage) const {
    const View* const view = view_of(now.who);
    if (view == nullptr) return Lacks::none;
    const u32 group = (before.who - dispatch_.base) / dispatch_.local_count();
    const auto mentions = [&](const KnowledgePtr& one) {
        return one != nullptr && (Knowledge::of(one->invocations, before.who) > before.clock ||
                                  Knowledge::of(one->workgroups, group) > before.epoch);
    };
    if (std::ranges::any_of(view->known, mentions)) return Lacks::release;
    if (mentions(view->pending)) {
        const u32 clock = Knowledge::of(view->pending->invocations, before.who);
        const bool released =
            fenced(before, clock == 0 ? ~0u : clock, ~0u, reach_between(before.who, now.who), storage);
        return released ? Lacks::acquire : Lacks::both;
    }
    const bool others_know =
        std::ranges::any_of(now_->views, [&](const View& one) { return mentions(one.pending); });
    return others_know ? Lacks::barrier : Lacks::none;
}

}  // namespace pbp::sim
