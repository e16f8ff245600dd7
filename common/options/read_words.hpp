// SPDX-License-Identifier: MIT
// How the programs read their words: CLI11, in one place.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/base/error.hpp"
#include "common/options/option_group.hpp"

namespace pbp {

/// A command line that CLI11 refuses, in one sentence.
struct WrongWords : Error {
    explicit WrongWords(const std::string& sentence) : Error(ExitCode::wrong_usage, sentence) {}
};

/// A program without options yet; --help shows `about`, then the options, then `footer`.
std::shared_ptr<CLI::App> make_app(const std::string& about, const std::string& program,
                                   const std::string& footer = "");

/// Adds a verb, which takes options of its own: a program takes one, as its first word, or none. `chosen` is
/// called once its words have been read.
CLI::App& add_verb(CLI::App& program, const std::string& name, const std::string& about,
                   const std::function<void()>& chosen);
bool has_verb(const CLI::App& program, const std::string& name);

/// Reads the words of a command line as every program does: no value may be empty, and an option that takes
/// one value is given once. Returns the names of the options that were given, e.g. "--data"; nothing after
/// --help, whose page it has printed. Throws WrongWords, and what the options themselves throw.
std::optional<std::set<std::string>> read_words(CLI::App& app, int argc, const char* const* argv);

/// Reads words between spaces, such as the case of an exercise. Returns the names of the options that were
/// given. Throws WrongWords, and what the options themselves throw.
std::set<std::string> read_words(CLI::App& app, const std::string& words);
/// The same of words that are apart already, and may hold spaces.
std::set<std::string> read_words(CLI::App& app, std::vector<std::string> words);

/// Reads a command line for a program that has no use for the names. Gives false after --help.
bool parsed(CLI::App& app, int argc, const char* const* argv);

}  // namespace pbp
