// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "common/sim/code/code.hpp"

/// What a GPU's compiler makes of a shader, as far as its time depends on that.
namespace pbp::sim {

/// For each instruction, how many a GPU issues for it: none if all its operands are known before the shader
/// runs, from constants or from the counter of a loop that a compiler unrolls, and several for a division.
std::vector<std::uint32_t> issued_for(const Code& code);

/// The instructions that wait for another workgroup: reads of memory inside a loop that they may end.
std::vector<std::uint32_t> polls_of(const Code& code);

}  // namespace pbp::sim
