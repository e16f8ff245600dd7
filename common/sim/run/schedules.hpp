// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "common/sim/run/machine.hpp"
#include "common/sim/run/snapshot.hpp"

namespace pbp::sim {

/// What other schedules of one small dispatch left: see schedules_of().
struct Schedules {
    enum class Verdict : std::uint8_t { not_tried, same, differ } verdict = Verdict::not_tried;
    std::uint64_t tried = 0;
    bool complete = false;      ///< there are no others
    bool in_step = false;       ///< it has subgroup operations: the lanes of a subgroup went in step
    std::uint64_t results = 0;  ///< how many differ
    // If any do: a word, and its values, in the order in which they were seen.
    Place place;
    std::vector<std::uint32_t> values;
    static constexpr std::size_t most_values = 8;
    /// Atomics of two invocations: the first comes before the second, or after it. Site 0: no two were
    /// singled out.
    Party first, second;

    /// Those of several dispatches, as one.
    void add(const Schedules& more);
};

/// How many schedules of a dispatch are tried besides the first: many if that is asked for, some if it is
/// small, and none if no atomic can make them differ.
std::uint64_t schedules_to_try(const Dispatch& run);

/// Tries a dispatch in every order of its atomics, from what was there before it: dynamic partial-order
/// reduction (Flanagan and Godefroid, POPL 2005) with sleep sets (Godefroid 1996), so that orders that can
/// differ in nothing are tried once. Data races must have been excluded: then the order of plain accesses
/// follows from that of the atomics. Atomics whose result is unused arrive at any time up to the invocation's
/// next memory barrier; a result that no order has in which they all arrive at once is a fault. Where
/// volatile accesses pass for atomics, only if two invocations have tested and then set the same word. Ends
/// after `most` schedules, or at the dispatch's deadline; of very many, the last ones are chosen at random,
/// as the systematic ones differ only in who comes late. Faults found in another order are added to the
/// dispatch's.
Schedules schedules_of(Dispatch& dispatch, const Snapshot& before, std::uint64_t most);

}  // namespace pbp::sim
