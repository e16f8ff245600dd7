// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "common/sim/beside/history.hpp"

namespace pbp::sim {

/// The lines that were recorded beside a history, by all dispatches as one sequence of steps.
class Stepping {
  public:
    /// The history outlives it.
    explicit Stepping(const History& history);

    /// The step in which a node was stored; -1: it is no store, or that step was not recorded.
    int step_of(Provenance::Node node) const;
    /// The workgroup that stored it.
    std::uint32_t workgroup_of(Provenance::Node stored) const {
        return history_.graph().step(stored).invocation / history_.local_size(stored);
    }
    /// The dispatch of a step, from 0, and the step's number within it.
    std::pair<std::size_t, std::size_t> place(int step) const;
    /// What page/stepping.js reads; null: nothing was recorded. `orders`: what is known of other ones.
    nlohmann::json document(const std::vector<std::string>& orders) const;

  private:
    const History& history_;
    std::vector<std::size_t> first_;  ///< steps before each dispatch
};

}  // namespace pbp::sim
