// SPDX-License-Identifier: MIT
#include "common/sim/run/guides.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace pbp::sim {

namespace {

/// True if it matters which of two atomics comes first: they use one word, one of them changes it, and they
/// are not two changes of one kind whose results nobody reads. Sums of floats are rounded in their order.
bool depend(const AtomicUse& a, const AtomicUse& b) {
    const auto word = [](const AtomicUse& use) {
        return std::tuple(use.place.space, use.place.index, use.place.word, use.group);
    };
    if (word(a) != word(b) || (!a.changed && !b.changed)) return false;
    const auto commutes = [](Atomic operation) {
        return operation != Atomic::store && operation != Atomic::exchange && operation != Atomic::compare &&
               operation != Atomic::add_f;
    };
    return !(a.unread && b.unread && a.operation == b.operation && commutes(a.operation));
}

}  // namespace

std::optional<std::pair<AtomicUse, AtomicUse>> dependence_of(const Uses& a, const Uses& b) {
    for (const auto& one : a)
        for (const auto& other : b)
            if (depend(one, other)) return std::pair(one, other);
    return std::nullopt;
}

void Explorer::find_races() {
    std::vector<Clock> clocks(frames_.size());  // of the steps
    std::map<std::uint32_t, Clock> now;         // of the threads
    std::size_t meeting = 0;
    std::set<std::uint32_t> seen;
    for (std::uint32_t j = 0; j < std::min<std::size_t>(depth_, frames_.size()); ++j) {
        for (; meeting < meetings_.size() && meetings_[meeting].first <= j; ++meeting)
            meet(now, meetings_[meeting].second);
        for (const auto thread : frames_[j].able)  // an atomic sets out after the step that issued it
            if (thread >= threads_ && seen.insert(thread).second) now[thread] = now[thread % threads_];
        const auto thread = frames_[j].chosen;
        Clock clock = now[thread];
        for (std::uint32_t i = j; i-- > 0;) {
            if (frames_[i].chosen == thread) continue;
            const auto race = dependence_of(frames_[i].uses, frames_[j].uses);
            if (!race) continue;
            if (clock.of(frames_[i].chosen) < i + 1) try_other_way(i, j, *race, clocks);
            clock.join(clocks[i]);
        }
        clock.set(thread, j + 1);
        now[thread] = clocks[j] = clock;
    }
}

void Explorer::meet(std::map<std::uint32_t, Clock>& now, std::uint32_t group) const {
    Clock all;
    for (const auto& [thread, clock] : now)
        if (group_of(thread) == group) all.join(clock);
    for (std::uint32_t k = 0; k < threads_of_group_; ++k) now[group * threads_of_group_ + k] = all;
}

// Step j could come before step i: at i, its thread goes first, or one that leads to it, or any.
void Explorer::try_other_way(std::uint32_t i, std::uint32_t j, const Race& race,
                             const std::vector<Clock>& clocks) {
    Frame& frame = frames_[i];
    const auto is_able = [&](std::uint32_t thread) {
        return std::ranges::find(frame.able, thread) != frame.able.end();
    };
    if (is_able(frames_[j].chosen)) {
        frame.todo.emplace(frames_[j].chosen, race);
        return;
    }
    for (std::uint32_t k = i + 1; k < j; ++k) {
        const auto thread = frames_[k].chosen;
        if (!is_able(thread) || thread == frame.chosen) continue;
        Clock before_j;
        for (std::uint32_t m = k + 1; m < j; ++m)
            if (frames_[m].chosen == frames_[j].chosen) before_j = clocks[m];
        if (before_j.of(thread) < k + 1 && thread != frames_[j].chosen % threads_) continue;
        frame.todo.emplace(thread, race);
        return;
    }
    for (const auto thread : frame.able)
        if (thread != frame.chosen) frame.todo.emplace(thread, race);
}

std::string schedule_of(const Settings& settings) {
    if (settings.search == Settings::Search::all_orders) return "all";
    if (settings.order == Settings::Order::random) return fmt::format("random:{}", settings.seed);
    if (settings.order == Settings::Order::turns) {
        std::string turns;
        for (const auto& [workgroup, subgroup, accesses] : settings.turns)
            turns += (turns.empty() ? "" : ",") + (workgroup > 0 ? fmt::format("{}.", workgroup) : "") +
                     std::to_string(subgroup) + (accesses > 0 ? fmt::format("*{}", accesses) : "");
        return "turns:" + turns;
    }
    return settings.order == Settings::Order::reverse ? "reverse" : "in-order";
}

}  // namespace pbp::sim
