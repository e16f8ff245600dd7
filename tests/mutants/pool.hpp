// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace pbp::mutants {

/// How a job in a process of its own ended.
struct Ending {
    bool well = false;
    std::string words;  ///< what it said; else why it ended, e.g. "ran longer than 20 s"
};

/// Runs `jobs` jobs, each in a child process of its own and `slots` at a time: what one of them breaks harms
/// no other. `prepare(job, slot)` runs here before, `work(job, slot)` there, `done(job, slot, ending)` here
/// again. A job that takes longer than `seconds` since it began, or since it last said restart_clock(), is
/// ended.
void run_jobs(std::size_t jobs, std::size_t slots, unsigned seconds,
              const std::function<void(std::size_t, std::size_t)>& prepare,
              const std::function<std::string(std::size_t, std::size_t)>& work,
              const std::function<void(std::size_t, std::size_t, const Ending&)>& done);

/// In a child: begins its time again.
void restart_clock(unsigned seconds);

}  // namespace pbp::mutants
