// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "common/lesson/lesson.hpp"
#include "common/sim/run/settings.hpp"

namespace pbp {

/// A run of a version on the simulator: the lesson's options by flag, e.g. "--n" and "37", and the machine.
struct Case {
    std::map<std::string, std::string> words;
    sim::Settings settings;
};

/// The words of an exercise's case, "--n 37 --data random", or of options as they were given.
std::map<std::string, std::string> words_by_flag(const std::string& words);
std::map<std::string, std::string> words_by_flag(const Options& options);

/// What PBP_SHRINK_MS says, or two seconds; 0: no case is made smaller.
std::chrono::milliseconds shrinking_time();

/// How a case fails: "wrong" where a pass is, the simulator's errors with their lines, other exit codes.
/// Empty where it does not, or where the version does not take it. `base` says what is not in the case:
/// shaders,
/// --shader, --debug.
std::set<std::string> failures_of(const Lesson& lesson, const Version& version, const Options& base,
                                  const Case& one);

/// The smallest case that fails in one of the ways in which `failing` does: the fewest elements, then the
/// plainest options and machine. None if `failing` does not fail, or there is no time.
std::optional<Case> smallest_case(const Lesson& lesson, const Version& version, const Options& base,
                                  const Case& failing, std::chrono::milliseconds time = shrinking_time());

/// The command that repeats the smallest case; empty if `failing` does not fail. The second one also tries
/// the reverse and random orders that a plain run tries.
std::string command_of_smallest(const Lesson& lesson, const Version& version, const Options& base,
                                const Case& failing);
std::string smallest_in_any_order(const Lesson& lesson, const Version& version, const Options& base,
                                  Case failing);
/// The command of the smallest case that does not end within two seconds, where `failing` ran into its limit
/// in a loop; empty if no smaller case does.
std::string command_of_smallest_endless(const Lesson& lesson, const Version& version, const Options& base,
                                        const Case& failing);

/// A word as a shell takes it.
std::string quoted_word(const std::string& word);
/// The command for a version on this machine's driver with these options.
std::string driver_command_of(const Lesson& lesson, const Version& version, const Options& base,
                              const std::map<std::string, std::string>& words);
/// The command that repeats a case on the simulator.
std::string command_of(const Lesson& lesson, const Version& version, const Options& base, const Case& one);

}  // namespace pbp
