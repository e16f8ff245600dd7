// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <string>

#include "common/base/error.hpp"

namespace pbp {

/// Thrown where a signal of catch_signals() ends a program before its work is done.
struct Interrupted : std::exception {};

/// Runs all of a program. What it throws becomes a sentence on stderr, after the program's name, and an exit
/// code. So does a standard output that did not take what was written to it: then 0 becomes machine_lacks,
/// for nobody has seen that all is right. A reader that went away, as head does, is no fault: the program
/// ends by SIGPIPE, without a word. A standard stream that was closed stays out of reach of the files that
/// are opened.
int guarded(const std::string& program, const std::function<int()>& run);

/// Why work ended early, by what it threw.
struct Failure {
    enum class Cause : std::uint8_t {
        foreseen,  ///< an Error: `why` is its sentence; else words that follow "ended early: "
        machine,   ///< memory, or what the system refused
        print,     ///< the same to standard output: guarded() says so
        other
    };
    Cause cause;
    ExitCode code;
    std::string why;
};
/// What the exception means that a catch block has in hand: the one list of what may be thrown.
Failure failure_in_hand();

}  // namespace pbp
