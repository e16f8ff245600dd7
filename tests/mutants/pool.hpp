// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace pbp::mutants {

/// How a job in its own process ended.
struct Ending {
    bool well = false;
    std::string words;  ///< its output; otherwise why it ended, e.g. "ran longer than 20 s"
};

/// Runs `jobs` jobs, each in its own child process and `slots` at a time: what one of them breaks harms no
/// other. `prepare(job, slot)` runs here first, `work(job, slot)` there, `done(job, slot, ending)` here
/// again. A job is ended if it takes longer than `seconds` since it started, or since its last call of
/// restart_clock().
void run_jobs(std::size_t jobs, std::size_t slots, unsigned seconds,
              const std::function<void(std::size_t, std::size_t)>& prepare,
              const std::function<std::string(std::size_t, std::size_t)>& work,
              const std::function<void(std::size_t, std::size_t, const Ending&)>& done);

/// In a child: restarts its time.
void restart_clock(unsigned seconds);

}  // namespace pbp::mutants
