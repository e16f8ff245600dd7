// SPDX-License-Identifier: MIT
#pragma once

#include "common/app/run.hpp"

/// The three stories beside the one in main.cpp, told in the same five parts.
namespace ids {

/// v4: a workgroup as subgroups and lanes.
void subgroups(pbp::Run& run);

/// v5: the same dispatch with and without the bounds check, and what the second one overwrites.
void ragged_edge(pbp::Run& run);

/// v6: two dispatches with a barrier each, and who waits for whom.
void barriers(pbp::Run& run);

}  // namespace ids
