// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "common/process/process.hpp"

namespace pbp {

/// Another program that has been run, with what it wrote to stdout and stderr.
struct Captured {
    Ended ended;
    bool out_of_time = false;  ///< it was ended at the limit
    bool too_much = false;     ///< it was ended since it wrote more than the limit
    std::string output;

    /// As a shell says it: the exit code, or 128 and the signal's number.
    int code() const { return ended.by_signal ? 128 + ended.code : ended.code; }
};

/// How much a program may take.
struct CaptureLimits {
    double seconds = 60;
    std::size_t bytes = 16 << 20;
};

/// Runs words[0] with the other words, without input, in a process group of its own: at a limit, at its end
/// and when this process is interrupted, all of the group ends; it ends with this process, too, however that
/// ends. `settings` change its environment: NAME=VALUE sets, NAME alone unsets. Throws Interrupted
/// (guarded.hpp) after a signal of catch_signals(), and Error(machine_lacks) where nothing can be started.
Captured captured(const std::vector<std::string>& words, const std::vector<std::string>& settings = {},
                  const CaptureLimits& limits = {});

}  // namespace pbp
