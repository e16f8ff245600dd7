// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "common/sim/run/machine.hpp"

namespace pbp::sim {

/// Decides whether invocations that write the same value in a race always do: runs the dispatch again on
/// other data. Buffers that hold nothing but zeros before it are taken for data that nobody has given; in the
/// second run, word i of each holds i. Buffers that the shader changes atomically, such as counters and
/// flags, stay as they are.
class SecondRun {
  public:
    /// Before the first run: remembers what it will change.
    explicit SecondRun(const Dispatch& dispatch);
    /// After it: where the second run writes different values, the finding becomes a race.
    void decide(Dispatch& dispatch) const;

  private:
    Findings found_with(const Dispatch& dispatch, bool odd_only) const;

    bool possible_ = false;
    std::vector<std::vector<std::uint32_t>> buffers_, images_;  ///< by the code's buffers and images
};

}  // namespace pbp::sim
