// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "common/lesson/lesson.hpp"
#include "common/sim/run/settings.hpp"

namespace pbp {

/// What is run: a version of a lesson. The options say what is not in a case, such as the folder of shaders.
struct Subject {
    const Lesson& lesson;
    const Version& version;
    const Options& options;
};

/// A run of a version on the simulator: the lesson's options by flag, e.g. "--n" and "37", and the machine.
struct Case {
    WordsByFlag words;
    sim::Settings settings;
};

/// The command that goes through what a command of a failing case runs, line by line, to where it goes
/// wrong: the same words, with a verb.
std::string stepping_of(const std::string& command);

/// The words of an exercise's case, "--n 37 --data random", or of options as they were given.
WordsByFlag words_by_flag(const std::string& words);
WordsByFlag words_by_flag(const Options& options);

/// A word as a shell takes it.
std::string quoted_word(const std::string& word);
/// The command for a version on this machine's driver with these options.
std::string driver_command_of(const Subject& of, const WordsByFlag& words);
/// The command that repeats a case on the simulator.
std::string command_of(const Subject& of, const Case& one);

}  // namespace pbp
