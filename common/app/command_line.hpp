// SPDX-License-Identifier: MIT
// What the programs beside the lessons do alike with their words and with what they throw.
#pragma once

#include <CLI/CLI.hpp>
#include <iostream>

#include "common/app/process.hpp"
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

/// Runs a program. What it throws becomes a sentence on stderr, behind the program's name, and an exit code.
inline int guarded(const char* program, int argc, const char* const* argv,
                   int (*run)(int argc, const char* const* argv)) {
    settle_signals();
    try {
        return run(argc, argv);
    } catch (const Error& problem) {
        std::cerr << program << ": " << problem.what() << "\n";
        return static_cast<int>(problem.code());
    } catch (const std::exception& problem) {
        std::cerr << program << ": it ended early: " << problem.what() << "\n";
        return static_cast<int>(ExitCode::worker_died);
    }
}

}  // namespace pbp
