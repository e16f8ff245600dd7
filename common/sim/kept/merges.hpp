// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "common/sim/code/code.hpp"

namespace pbp::sim {

/// For each block of the code, the first one that all ways from its end to the code's end pass (its immediate
/// post-dominator); where no such block exists, the number of blocks. Blocks are in structured order, so it
/// comes later. (Cooper, Harvey and Kennedy 2001.)
std::vector<std::uint32_t> merges_of(const Code& code);

}  // namespace pbp::sim
