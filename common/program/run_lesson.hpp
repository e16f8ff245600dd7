// SPDX-License-Identifier: MIT
#pragma once

#include "common/lesson/lesson.hpp"

namespace pbp {

/// The whole of a lesson's main: reads the command line, runs the versions in a worker process under time
/// limits, reports. Returns the exit code (ExitCode).
int run_lesson(int argc, const char* const* argv, const Lesson& lesson);

}  // namespace pbp
