// SPDX-License-Identifier: MIT
#pragma once

#include "common/lesson/run.hpp"
#include "lessons/01_workgroup_ids/dispatch.hpp"

/// The three stories besides the one in main.cpp, in the same five parts.
namespace ids {

/// The workgroup size of a run as defines of its shader.
inline auto size_of(pbp::Run& run) {
    return defines(run.version(), run.local_size(own_size(run.version(), run.n, run.gpu.limits())));
}

/// v4: a workgroup as subgroups and lanes.
void subgroups(pbp::Run& run);

/// v5: the same dispatch with and without the bounds check, and what the second one overwrites.
void ragged_edge(pbp::Run& run);

/// v6: two dispatches with a barrier each, and who waits for whom.
void barriers(pbp::Run& run);

}  // namespace ids
