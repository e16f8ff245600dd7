// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "common/sim/run/machine.hpp"

namespace pbp::sim {

using Uses = std::vector<AtomicUse>;

/// Two atomics, one of each, whose order matters, if there are any.
std::optional<std::pair<AtomicUse, AtomicUse>> dependence_of(const Uses& a, const Uses& b);

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
                    if (!dependence_of(uses, frames_.back().uses)) fresh.asleep.emplace(thread, uses);
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

    void find_races();
    void meet(std::map<std::uint32_t, Clock>& now, std::uint32_t group) const;
    void try_other_way(std::uint32_t i, std::uint32_t j, const Race& race, const std::vector<Clock>& clocks);

    std::uint32_t threads_, threads_of_group_;
    std::vector<Frame> frames_;
    std::size_t depth_ = 0;
    bool abandoned_ = false, too_long_ = false;
    std::vector<std::pair<std::size_t, std::uint32_t>> meetings_;
    Race reversed_;
};

/// Continues with a thread chosen at random.
class Chance final : public Guide {
  public:
    explicit Chance(std::uint32_t seed) : random_(seed) {}
    std::optional<std::uint32_t> next(const std::vector<std::uint32_t>& able) override {
        if (order_.size() == most_steps) return std::nullopt;
        used.clear();
        order_.push_back(able[random_() % able.size()]);
        return order_.back();
    }
    void stepped() override {}
    void met(std::uint32_t) override {}
    bool abandoned() const { return order_.size() == most_steps; }
    const std::vector<std::uint32_t>& order() const { return order_; }

  private:
    static constexpr std::size_t most_steps = 2000;
    std::minstd_rand random_;
    std::vector<std::uint32_t> order_;
};

}  // namespace pbp::sim
