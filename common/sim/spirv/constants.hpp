// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "common/sim/spirv/module.hpp"

namespace pbp::sim {

/// The bits of OpSpecConstantOp: `opcode` over constants, as far as GLSL can write it. Throws
/// Error(shader_does_not_build) for an operation that it has not, and for a division by zero.
std::vector<std::uint64_t> folded(const Module& module, std::uint32_t opcode, Id type,
                                  const Operands& operands);

}  // namespace pbp::sim
