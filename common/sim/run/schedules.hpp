// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "common/sim/run/machine.hpp"
#include "common/sim/run/snapshot.hpp"

namespace pbp::sim {

/// What other schedules of one small dispatch left: see schedules_of().
struct Schedules {
    enum class Verdict : std::uint8_t { not_tried, same, differ, gave_up } verdict = Verdict::not_tried;
    std::uint64_t tried = 0;
    bool in_step = false;  ///< it has subgroup operations: the lanes of a subgroup went in step
    // If two differ: a word, and its two values.
    Place place;
    std::uint32_t one = 0, other = 0;
    Party first, second;  ///< atomics of two invocations: the first comes before the second, or after it

    /// Those of several dispatches, as one.
    void add(const Schedules& more);
};

/// Tries a dispatch in every order of its atomics, from what was there before it: dynamic partial-order
/// reduction (Flanagan and Godefroid, POPL 2005) with sleep sets (Godefroid 1996), so that orders that can
/// differ in nothing are tried once. Data races must have been excluded: then the order of plain accesses
/// follows from that of the atomics. Atomics whose result is unused arrive at any time up to the invocation's
/// next memory barrier. Gives up after `most` schedules, or at the dispatch's deadline. Faults found in
/// another order are added to the dispatch's.
Schedules schedules_of(Dispatch& dispatch, const Snapshot& before, std::uint64_t most);

}  // namespace pbp::sim
