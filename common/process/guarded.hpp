// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <functional>
#include <string>
#include <system_error>

namespace pbp {

/// Thrown where a signal of catch_signals() ends a program before its work is done.
struct Interrupted : std::exception {};

/// Runs all of a program. What it throws becomes a sentence on stderr, after the program's name, and an exit
/// code. So does a standard output that did not take what was written to it: then 0 becomes machine_lacks,
/// for nobody has seen that all is right. A reader that went away, as head does, is no fault: the program
/// ends by SIGPIPE, without a word. A standard stream that was closed stays out of reach of the files that
/// are opened.
int guarded(const std::string& program, const std::function<int()>& run);

/// The system's reason, with the file that it is about.
std::string in_words(const std::system_error& problem);

}  // namespace pbp
