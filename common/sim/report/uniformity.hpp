// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "common/sim/code/code.hpp"
#include "common/sim/run/finding.hpp"

namespace pbp::sim {

/// A barrier() that stands behind a condition which is made from a word that was read in a race: in this run
/// all came to it, in another some may not. WGSL refuses such programs before they run.
struct RacyBarrier {
    std::uint32_t barrier = 0, condition = 0, read = 0;  ///< sites
};

/// One for each racing read in `findings` that such a condition hangs on.
std::vector<RacyBarrier> racy_barriers(const Code& code, const Findings& findings);

}  // namespace pbp::sim
