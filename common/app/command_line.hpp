// SPDX-License-Identifier: MIT
// What the programs beside the lessons do alike with their words.
#pragma once

#include <CLI/CLI.hpp>
#include <iostream>

#include "common/app/guarded.hpp"
#include "common/error.hpp"

namespace pbp {

/// Reads the words of a command line; throws Error(wrong_usage). Gives false behind --help, whose page it has
/// printed.
inline bool parsed(CLI::App& app, int argc, const char* const* argv) {
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        std::cout << app.help();
        return false;
    } catch (const CLI::ParseError& problem) {
        const auto every = [](const CLI::App*) { return true; };
        fail(ExitCode::wrong_usage, "{} (--help lists the {})", problem.what(),
             app.get_subcommands(every).empty() ? "options" : "commands");
    }
    return true;
}

}  // namespace pbp
