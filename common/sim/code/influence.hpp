// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "common/sim/code/code.hpp"

namespace pbp::sim {

/// The blocks that end in a condition computed from the results of some instructions.
std::vector<std::uint32_t> conditions_on(const Code& code,
                                         const std::function<bool(const Instruction&)>& is_source);

/// True if a loop may end whatever others do: a condition that leaves it is made from values that it changes
/// round by round, and not from memory alone.
bool may_end_alone(const Code& code, std::uint32_t header);

/// The blocks that may run after a block; none after the last one.
std::vector<std::uint32_t> blocks_after(const Code& code, std::uint32_t block);

/// True of an access to memory that others see, if it changes nothing.
inline bool only_reads(Op op) {
    return op == Op::load_buffer || op == Op::load_shared || op == Op::load_image || op == Op::sample_image ||
           op == Op::fetch_image;
}

}  // namespace pbp::sim
