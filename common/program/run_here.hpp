// SPDX-License-Identifier: MIT
#pragma once

#include "common/event/sink.hpp"
#include "common/program/command_line.hpp"

namespace pbp {

/// Does what a command line asks for in this process, without a worker: for a debugger, or where there are no
/// processes. Its limits do not count, but for one of a simulator's own, sim::Settings::limit_s. What is
/// thrown becomes a sentence for the sink. Returns the exit code. Does not watch.
int run_here(const Lesson& lesson, const CommandLine& line, Sink& sink);

}  // namespace pbp
