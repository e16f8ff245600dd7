// SPDX-License-Identifier: MIT
#pragma once

#include "common/program/command_line.hpp"
#include "common/terminal/run_page.hpp"
#include "common/terminal/terminal.hpp"

namespace pbp::watch {

/// Runs a lesson once, and then again what each saved shader changes, in a worker that is kept, until
/// somebody interrupts; `page` hears it all, and is written after each round. Returns stopped_code, or the
/// exit code of what left nothing to wait for. Throws Error(wrong_usage) where another watcher has this
/// output folder.
int watch(int argc, const char* const* argv, const Lesson& lesson, const CommandLine& line,
          Terminal& terminal, RunPage& page);

}  // namespace pbp::watch
