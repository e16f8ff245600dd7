// SPDX-License-Identifier: MIT
// What the programs beside the lessons do alike with their words.
#pragma once

#include <CLI/CLI.hpp>
#include <iostream>
#include <set>
#include <string>

#include "common/base/error.hpp"
#include "common/process/guarded.hpp"

namespace pbp {

/// Reads the words of a command line as every program does: no value may be empty, and an option that takes
/// one value is given once. Returns the names of the options that were given, e.g. "--data". Throws
/// CLI::ParseError in one sentence, and what the options themselves throw.
std::set<std::string> read_words(CLI::App& app, int argc, const char* const* argv);

/// The same for a program that has no use for the names; throws Error(wrong_usage). Gives false after --help,
/// whose page it has printed.
bool parsed(CLI::App& app, int argc, const char* const* argv);

}  // namespace pbp
