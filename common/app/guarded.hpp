// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

namespace pbp {

/// Runs all of a program. What it throws becomes a sentence on stderr, after the program's name, and an exit
/// code. So does a standard output that did not take what was written to it: then 0 becomes machine_lacks,
/// for nobody has seen that all is right. A reader that went away, as head does, is no fault: the program
/// ends by SIGPIPE, without a word. A standard stream that was closed stays out of reach of the files that
/// are opened.
int guarded(const std::string& program, const std::function<int()>& run);

}  // namespace pbp
