// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "common/sim/code/code.hpp"
#include "common/sim/kept/finding.hpp"

namespace pbp::sim {

/// A barrier() under a condition computed from a word that was read in a race: in this run every invocation
/// reached it, in another some may not. WGSL rejects such programs at compile time.
struct RacyBarrier {
    std::uint32_t barrier = 0, condition = 0, read = 0;  ///< sites
};

/// One per racing read in `findings` that such a condition depends on.
std::vector<RacyBarrier> racy_barriers(const Code& code, const Findings& findings);

}  // namespace pbp::sim
