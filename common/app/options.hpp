// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/check/inputs.hpp"
#include "common/gpu/context.hpp"
#include "common/gpu/device.hpp"

namespace pbp {

struct Lesson;

/// What the user asked for on the command line.
struct Options {
    std::optional<std::uint32_t> n;  ///< none: the lesson's default, or all of the input file
    std::uint64_t seed = 1;
    ValueType type = ValueType::uint32;
    InputKind data = InputKind::shuffled;
    bool data_chosen = false;           ///< by --data; else `data` is the lesson's default
    std::filesystem::path input;        ///< empty: generated
    std::filesystem::path export_file;  ///< empty: none; .csv or .json
    std::filesystem::path out;          ///< pictures go to out/LESSON
    std::filesystem::path shaders;
    std::filesystem::path shader;   ///< stands in for the one version in `only`; empty: none
    std::vector<std::string> only;  ///< version names or their beginnings; empty: all
    ContextOptions context;
    std::optional<SubgroupBackend> subgroup;
    double time_limit_s = 10;
    double compile_limit_s = 60;
    bool pictures = true;
    bool quiet = false;
    bool json = false;
    bool in_process = false;                   ///< no worker: for a debugger
    std::map<std::string, std::string> extra;  ///< the lesson's own options
};

/// Reads a lesson's command line. Ends by an exit code instead where there is nothing more to do: --help (0),
/// or wrong usage (2), which is said in one sentence on stderr.
std::optional<int> parse_options(int argc, const char* const* argv, const Lesson& lesson, Options& options);

/// Checks what one option alone cannot: names of versions, the file for --shader and the version it replaces,
/// folders. Throws Error(wrong_usage).
void check_options(const Lesson& lesson, Options& options);

}  // namespace pbp
