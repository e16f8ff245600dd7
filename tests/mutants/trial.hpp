// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "common/event/version_report.hpp"
#include "common/lesson/lesson.hpp"
#include "common/sim/report/report.hpp"
#include "common/sim/run/settings.hpp"

namespace pbp::mutants {

/// The code of each program that ran, as a hash, by its file and defines.
using Codes = std::map<std::string, std::uint64_t>;

/// One run of a version: its arguments on the lesson's command line, and the simulated machine.
struct Trial {
    std::string words;
    sim::Settings settings;
    bool traced = true;        ///< passes inside a dispatch are recorded and checked, too
    Codes codes = {};          ///< that the shaders as they are give in it, once they have been tried
    std::string name() const;  ///< e.g. "--n 37, subgroups of 8, in-order"
};

/// The version whose place a shader takes, and how it is tried there.
struct Host {
    const Lesson* lesson = nullptr;
    std::string version;
    std::filesystem::path replacement;  ///< below the shaders' folder, instead of the version's own; or empty
    std::vector<Trial> trials;
};

struct Outcome {
    enum class Result : std::uint8_t {
        right,
        not_served,  ///< the version does not support such arguments
        wrong,       ///< a pass was wrong
        found,       ///< the simulator found something
        does_not_build,
        gave_up,  ///< another version ran instead, or a result was not checked
        stopped   ///< the run ended with another error
    };
    Result result = Result::right;
    std::string sentence;                        ///< why it is not right
    std::vector<sim::ReportedFinding> findings;  ///< without notes
    Codes codes;
};

/// Runs a lesson's story of one version in the simulator, whose buffers start dirty, with the shaders of a
/// folder.
Outcome run(const Host& host, const Trial& trial, const std::filesystem::path& shaders);

/// False if the version rejects the arguments of a trial before anything runs.
bool is_served(const Host& host, const Trial& trial, const std::filesystem::path& shaders);

/// What a lesson reports there with --certify.
VersionReport certified(const Host& host, const Trial& trial, const std::filesystem::path& shaders);

}  // namespace pbp::mutants
