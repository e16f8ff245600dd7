// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "common/sim/spirv/module.hpp"

namespace pbp::sim {

/// Evaluates OpSpecConstantOp: `opcode` on constants, as far as GLSL can express it. Throws
/// Error(shader_does_not_build) for an unsupported operation, and for a division by zero.
std::vector<std::uint64_t> folded(const Module& module, std::uint32_t opcode, Id type,
                                  const Operands& operands);

}  // namespace pbp::sim
