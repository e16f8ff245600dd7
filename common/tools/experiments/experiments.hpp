// SPDX-License-Identifier: MIT
#pragma once

#include "common/tools/experiments/bench.hpp"

namespace pbp::experiments {

// The items of docs/tuning.md, each measured.

// memory.cpp
Outcome workgroup_size(Bench& bench, Outcome outcome);
Outcome access_pattern(Bench& bench, Outcome outcome);
Outcome wide_loads(Bench& bench, Outcome outcome);
Outcome shared_memory(Bench& bench, Outcome outcome);
Outcome small_types(Bench& bench, Outcome outcome);
Outcome packed_colours(Bench& bench, Outcome outcome);
// instructions.cpp
Outcome branches(Bench& bench, Outcome outcome);
Outcome short_branches(Bench& bench, Outcome outcome);
Outcome unrolling(Bench& bench, Outcome outcome);
Outcome constants(Bench& bench, Outcome outcome);
Outcome remainders(Bench& bench, Outcome outcome);
Outcome powers(Bench& bench, Outcome outcome);
Outcome roots(Bench& bench, Outcome outcome);
// workgroups.cpp
Outcome uniform_branch(Bench& bench, Outcome outcome);
Outcome fewer_turns(Bench& bench, Outcome outcome);
Outcome barriers(Bench& bench, Outcome outcome);
Outcome bank_conflicts(Bench& bench, Outcome outcome);
Outcome algorithm(Bench& bench, Outcome outcome);
// transfers.cpp
Outcome transfers(Bench& bench, Outcome outcome);
Outcome mapped_once(Bench& bench, Outcome outcome);
Outcome mapped_often(Bench& bench, Outcome outcome);

}  // namespace pbp::experiments
