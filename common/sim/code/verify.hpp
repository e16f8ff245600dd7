// SPDX-License-Identifier: MIT
#pragma once

#include "common/sim/code/code.hpp"

namespace pbp::sim {

/// Looks whether code stays within its own rows, blocks and tables, so that the executor, which checks none
/// of that, can run it. Throws Error(shader_does_not_build): then the SPIR-V that it was made of has operands
/// of types that they must not have.
void verify(const Code& code);

}  // namespace pbp::sim
