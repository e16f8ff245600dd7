// SPDX-License-Identifier: MIT
#include "tests/support/system.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>

#include "tests/support/program.hpp"

namespace pbp::test {

void set_default(const char* name, const char* value) {
    ::setenv(name, value, 0);
}

void make_pipe(const std::filesystem::path& file) {
    REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
}

void show_folder(const std::filesystem::path& folder, const std::filesystem::path& at) {
    std::filesystem::create_directory_symlink(folder, at);
}

std::jthread keep_alone(const std::filesystem::path&, std::chrono::milliseconds) {
    return {};
}

Outcome run_program(const std::vector<std::string>& words, const std::string& environment) {
    std::string line = environment;
    for (const auto& word : words) line += " " + quoted(word);
    Outcome outcome;
    FILE* pipe = ::popen((line + " 2>&1 </dev/null").c_str(), "r");
    REQUIRE(pipe != nullptr);
    outcome.output = all_of(pipe);
    const int status = ::pclose(pipe);
    outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return outcome;
}

}  // namespace pbp::test
