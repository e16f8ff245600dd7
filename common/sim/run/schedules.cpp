// SPDX-License-Identifier: MIT
#include "common/sim/run/schedules.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "common/device/backend.hpp"
#include "common/sim/run/executor.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

namespace {

using Uses = std::vector<AtomicUse>;

/// True if it matters which of two atomics comes first: they use one word, one of them changes it, and they
/// are not two changes of one kind whose results nobody reads.
bool depend(const AtomicUse& a, const AtomicUse& b) {
    const auto word = [](const AtomicUse& use) {
        return std::tuple(use.place.space, use.place.index, use.place.word, use.group);
    };
    if (word(a) != word(b) || (!a.changed && !b.changed)) return false;
    const auto commutes = [](Atomic operation) {
        return operation != Atomic::store && operation != Atomic::exchange && operation != Atomic::compare;
    };
    return !(a.unread && b.unread && a.operation == b.operation && commutes(a.operation));
}

std::optional<std::pair<AtomicUse, AtomicUse>> dependence(const Uses& a, const Uses& b) {
    for (const auto& one : a)
        for (const auto& other : b)
            if (depend(one, other)) return std::pair(one, other);
    return std::nullopt;
}

/// Steps by thread, counted from 1: those that happen before something. A thread is a subgroup, or one atomic
/// on its way to memory.
class Clock {
  public:
    std::uint32_t of(std::uint32_t thread) const { return thread < steps_.size() ? steps_[thread] : 0; }
    void set(std::uint32_t thread, std::uint32_t step) {
        if (steps_.size() <= thread) steps_.resize(thread + 1);
        steps_[thread] = step;
    }
    void join(const Clock& other) {
        if (steps_.size() < other.steps_.size()) steps_.resize(other.steps_.size());
        for (std::size_t k = 0; k < other.steps_.size(); ++k)
            steps_[k] = std::max(steps_[k], other.steps_[k]);
    }

  private:
    std::vector<std::uint32_t> steps_;
};

/// Walks the tree of choices, one whole run after the other: next() says who goes on, until all is tried.
class Explorer final : public Guide {
  public:
    explicit Explorer(std::uint32_t threads, std::uint32_t threads_of_group)
        : threads_(threads), threads_of_group_(threads_of_group) {}

    std::optional<std::uint32_t> next(const std::vector<std::uint32_t>& able) override {
        if (depth_ == frames_.size()) {
            Frame fresh;
            fresh.able = able;
            if (depth_ > 0)
                for (const auto& [thread, uses] : frames_.back().asleep)
                    if (!dependence(uses, frames_.back().uses)) fresh.asleep.emplace(thread, uses);
            const auto awake = std::ranges::find_if(
                able, [&](std::uint32_t thread) { return !fresh.asleep.contains(thread); });
            if (awake == able.end() || frames_.size() == most_steps) {
                too_long_ |= frames_.size() == most_steps;
                abandoned_ = true;
                return std::nullopt;
            }
            fresh.chosen = *awake;
            frames_.push_back(std::move(fresh));
        }
        used.clear();
        return frames_[depth_].chosen;
    }
    void stepped() override { frames_[depth_++].uses = used; }
    void met(std::uint32_t group) override { meetings_.emplace_back(depth_, group); }

    void begin() {
        depth_ = 0;
        abandoned_ = false;
        meetings_.clear();
    }
    bool abandoned() const { return abandoned_; }  ///< its run is like one before
    bool too_long() const { return too_long_; }
    /// After a run: goes to the next choice. False if all have been tried.
    bool advance() {
        find_races();
        while (!frames_.empty()) {
            Frame& last = frames_.back();
            last.asleep.emplace(last.chosen, last.uses);
            std::erase_if(last.todo, [&](const auto& one) { return last.asleep.contains(one.first); });
            if (!last.todo.empty()) {
                const auto [thread, race] = *last.todo.begin();
                last.chosen = thread;
                last.todo.erase(last.todo.begin());
                reversed_ = race;
                return true;
            }
            frames_.pop_back();
        }
        return false;
    }
    /// The two atomics that came the other way round in the run before.
    const std::pair<AtomicUse, AtomicUse>& reversed() const { return reversed_; }

  private:
    using Race = std::pair<AtomicUse, AtomicUse>;
    struct Frame {
        std::vector<std::uint32_t> able;
        std::uint32_t chosen = 0;
        Uses uses;
        std::map<std::uint32_t, Race> todo;
        std::map<std::uint32_t, Uses>
            asleep;  ///< threads whose turn here was tried, or would lead to the same
    };
    static constexpr std::size_t most_steps = 600;

    std::uint32_t group_of(std::uint32_t thread) const { return thread % threads_ / threads_of_group_; }

    void find_races() {
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
                const auto race = dependence(frames_[i].uses, frames_[j].uses);
                if (!race) continue;
                if (clock.of(frames_[i].chosen) < i + 1) try_other_way(i, j, *race, clocks);
                clock.join(clocks[i]);
            }
            clock.set(thread, j + 1);
            now[thread] = clocks[j] = clock;
        }
    }

    void meet(std::map<std::uint32_t, Clock>& now, std::uint32_t group) const {
        Clock all;
        for (const auto& [thread, clock] : now)
            if (group_of(thread) == group) all.join(clock);
        for (std::uint32_t k = 0; k < threads_of_group_; ++k) now[group * threads_of_group_ + k] = all;
    }

    // Step j could come before step i: at i, its thread goes first, or one that leads to it, or any.
    void try_other_way(std::uint32_t i, std::uint32_t j, const Race& race, const std::vector<Clock>& clocks) {
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

    std::uint32_t threads_, threads_of_group_;
    std::vector<Frame> frames_;
    std::size_t depth_ = 0;
    bool abandoned_ = false, too_long_ = false;
    std::vector<std::pair<std::size_t, std::uint32_t>> meetings_;
    Race reversed_;
};

/// The first word in which two runs differ.
std::optional<Place> difference(const Dispatch& one, const Dispatch& other, std::uint32_t& a,
                                std::uint32_t& b) {
    const auto differs = [&](const Memory& left, const Memory& right) -> std::optional<std::size_t> {
        const auto found = std::ranges::mismatch(left.words, right.words);
        if (found.in1 == left.words.end()) return std::nullopt;
        a = *found.in1;
        b = *found.in2;
        return static_cast<std::size_t>(found.in1 - left.words.begin());
    };
    for (std::uint32_t k = 0; k < one.buffers.size(); ++k) {
        if (one.buffers[k] == nullptr || one.code.buffers[k].binding >= debug_binding) continue;
        if (const auto at = differs(*one.buffers[k], *other.buffers[k]))
            return Place{Place::Space::buffer, k, *at};
    }
    for (std::uint32_t k = 0; k < one.images.size(); ++k) {
        if (one.images[k] == nullptr) continue;
        if (const auto at = differs(one.images[k]->memory, other.images[k]->memory))
            return Place{Place::Space::image, k, *at / one.images[k]->words_a_texel()};
    }
    return std::nullopt;
}

/// True if a shader knows its subgroups: then their size is part of what it computes.
bool knows_subgroups(const Code& code) {
    const auto& words = code.module.words;
    constexpr std::size_t header = 5;
    for (std::size_t at = header; at + 1 < words.size() && (words[at] & 0xFFFFu) == spv::OpCapability;
         at += std::max(1u, words[at] >> 16))
        if ((words[at + 1] >= spv::CapabilityGroupNonUniform &&
             words[at + 1] <= spv::CapabilityGroupNonUniformQuad) ||
            words[at + 1] == spv::CapabilitySubgroupBallotKHR ||
            words[at + 1] == spv::CapabilitySubgroupVoteKHR)
            return true;
    return std::ranges::any_of(code.instructions, [](const Instruction& in) {
        return (in.op == Op::barrier ? in.n : in.op == Op::memory_barrier ? in.y : 0) == spv::ScopeSubgroup;
    });
}

bool is_error(const Finding& one) {
    return !one.is_note();
}

}  // namespace

void Schedules::add(const Schedules& more) {
    if (more.verdict == Verdict::not_tried) return;
    const auto all = tried + more.tried;
    if (more.verdict > verdict && verdict != Verdict::differ) *this = more;
    tried = all;
}

Schedules schedules_of(Dispatch& dispatch, const Snapshot& before, std::uint64_t most) {
    Schedules result;
    result.in_step = knows_subgroups(dispatch.code);
    const auto make = [&] {
        auto made = before.again(dispatch);
        auto& settings = made->dispatch.settings;
        if (!result.in_step) settings.subgroup_size = 1;
        settings.order = Settings::Order::in_order;
        settings.most_rounds = std::min<std::uint64_t>(settings.most_rounds, 20'000);
        return made;
    };
    auto first = make();
    constexpr std::uint64_t most_threads = 64;
    const auto of_group = first->dispatch.subgroup_count();
    const auto threads = first->dispatch.group_count() * of_group;
    if (threads > most_threads) return result;
    Explorer explorer(static_cast<std::uint32_t>(threads), of_group);
    std::unique_ptr<Again> reference;
    result.verdict = Schedules::Verdict::same;
    do {
        if (result.tried == most || explorer.too_long()) {
            result.verdict = Schedules::Verdict::gave_up;
            return result;
        }
        auto run = first != nullptr ? std::move(first) : make();
        run->dispatch.guide = &explorer;
        explorer.begin();
        try {
            sim::run(run->dispatch);
        } catch (const TimeUp&) {
            result.verdict = Schedules::Verdict::gave_up;
            return result;
        }
        if (explorer.abandoned()) continue;
        ++result.tried;
        if (std::ranges::any_of(run->dispatch.findings.all(), is_error)) {
            for (auto one : run->dispatch.findings.all())
                if (is_error(one)) dispatch.findings.add(one);
            result.verdict = Schedules::Verdict::not_tried;  // the faults come first
            return result;
        }
        if (reference == nullptr) {
            reference = std::move(run);
            continue;
        }
        const auto at = difference(reference->dispatch, run->dispatch, result.one, result.other);
        if (!at) continue;
        result.verdict = Schedules::Verdict::differ;
        result.place = *at;
        const auto party = [](const AtomicUse& use) { return Party{use.site, use.invocation, true, true}; };
        result.first = party(explorer.reversed().first);
        result.second = party(explorer.reversed().second);
        return result;
    } while (explorer.advance());
    return result;
}

}  // namespace pbp::sim
