// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/device/device.hpp"
#include "common/sim/reported/reported.hpp"
#include "common/sim/run/settings.hpp"

namespace pbp::sim {

/// How work came out.
struct Result {
    bool right = true;
    std::uint64_t words = 0;  ///< a hash of what it left, where nobody knows what is right
};

/// How work is to be done: with a look at the results; with all of its data, if it has fewer otherwise.
struct Extent {
    bool checks = false, whole = false;
};

/// What ran, once more: from building its programs to its last dispatch.
using Work = std::function<Result(Device& device, Extent extent)>;

/// A change of the shader that was proven by running it; or that no change orders anything, where each was
/// tried.
struct Repair {
    std::string sentence;  ///< e.g. "With `barrier();` after line 33 nothing races in 5 orders."
    bool orders = true;    ///< there is a change
    std::set<std::string> removes = {};  ///< the findings that are gone with it, each in a line
    /// What the first order finds with all of the data; none: that is not known.
    std::optional<std::set<std::string>> leaves = {};
    std::set<std::string> explains = {};  ///< those of them that it is about
};

/// The processor time that the search for a repair may take: what PBP_REPAIR_MS says, or two seconds, since
/// results wait; 0: there is no search.
double repairing_s();

/// Looks for the least change that brings the accesses of `work` into order. Changes run beside the work, on
/// machines with these settings, in order, in reverse and in random orders: a change counts if nothing that
/// is about the order of accesses is found in any of them, nothing new either, and every result is right.
/// None where nothing is found that is about an order, changes help in part, or repairing_s() is up. Files in
/// shaders/common stay as they are.
std::optional<Repair> repair_of(const Settings& settings, const ShaderTree& shaders, Observer& observer,
                                const Work& work);

/// One finding for all that the repair removes. Where no change orders anything, advice to put a barrier()
/// somewhere is taken back. Returns false then, or if nothing of what it removes is among the reports.
bool state(const Repair& repair, std::vector<ProgramReport>& programs);

}  // namespace pbp::sim
