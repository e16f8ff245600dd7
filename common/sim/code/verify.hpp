// SPDX-License-Identifier: MIT
#pragma once

#include "common/sim/code/code.hpp"

namespace pbp::sim {

/// Checks that code stays within its own rows, blocks and tables, since the executor checks none of that.
/// Throws Error(shader_does_not_build) if not: then the SPIR-V it was made from has operands of invalid
/// types.
void verify(const Code& code);

/// The number of rows of each operand of an instruction, from its first one on; 0 of one that it does not
/// have, or need not have.
struct Widths {
    Row d = 0, a = 0, b = 0, c = 0;
};
Widths widths_of(const Instruction& in);

}  // namespace pbp::sim
