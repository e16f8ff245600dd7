// SPDX-License-Identifier: MIT
#pragma once

#include "common/sim/run/snapshot.hpp"

namespace pbp::sim {

/// Decides whether invocations that write the same value in a race always do: runs the dispatch again on
/// other data. Buffers that hold nothing but zeros before it are taken for data that nobody has given; in the
/// second run, word i of each holds i + 1, and uniforms that are not set hold other numbers. Buffers that the
/// shader changes atomically, such as counters and flags, stay as they are.
class SecondRun {
  public:
    /// True if there is such a buffer or uniform, or an atomic, and the dispatch is small enough.
    static bool possible(const Dispatch& dispatch);
    /// `before`: the first run.
    explicit SecondRun(const Snapshot& before) : before_(before) {}
    /// After the first run: where the second writes different values, the finding becomes a race.
    void decide(Dispatch& dispatch) const;
    /// Which memory barrier a race lacks between whose accesses atomics have passed.
    void explain(Dispatch& dispatch) const;

  private:
    Findings found_with(const Dispatch& dispatch, bool odd_only) const;

    const Snapshot& before_;
};

}  // namespace pbp::sim
