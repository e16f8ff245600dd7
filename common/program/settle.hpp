// SPDX-License-Identifier: MIT
#pragma once

#include "common/program/command_line.hpp"

namespace pbp {

/// Checks what neither one option nor two together can: names of versions, the file for
/// --shader and the version it replaces, folders, whether there is anything to debug. Completes what follows
/// from the mode. Throws Error(wrong_usage).
void settle(const Lesson& lesson, CommandLine& line);

}  // namespace pbp
