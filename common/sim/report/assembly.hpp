// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "common/sim/reported/reported.hpp"

namespace pbp::sim {

struct Account;

/// The instructions of SPIR-V that each line of a program was compiled to, in order: as SPIRV-Tools writes
/// them, but with the shader's own names instead of numbers, with the values of constants, and without the
/// types of pointers. Declarations of variables, and what has no line, are left out.
std::vector<ReportedCode> code_of(const Account& account);

}  // namespace pbp::sim
