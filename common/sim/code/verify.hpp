// SPDX-License-Identifier: MIT
#pragma once

#include "common/sim/code/code.hpp"

namespace pbp::sim {

/// Checks that code stays within its own rows, blocks and tables, since the executor checks none of that.
/// Throws Error(shader_does_not_build) if not: then the SPIR-V it was made from has operands of invalid
/// types.
void verify(const Code& code);

}  // namespace pbp::sim
