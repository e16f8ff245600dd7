// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/check/inputs.hpp"
#include "common/device/device.hpp"
#include "common/lesson/knobs.hpp"
#include "common/opengl/context.hpp"
#include "common/process/time_limits.hpp"
#include "common/sim/run/settings.hpp"

namespace pbp {

/// What the user asked for on the command line.
struct Options {
    std::optional<std::uint32_t> n;  ///< none: the lesson's default, or all of the input file
    std::uint64_t seed = 1;
    ValueType type = ValueType::uint32;
    InputKind data = InputKind::shuffled;
    std::filesystem::path input;        ///< empty: generated
    std::filesystem::path export_file;  ///< empty: none; .csv or .json
    std::filesystem::path out;          ///< pictures go to out/LESSON
    std::filesystem::path shaders;
    std::filesystem::path shader;  ///< stands in for the one version in `only`; empty: none
    std::filesystem::path card;    ///< judge `shader` as the exercise that this card describes; empty: do not
    std::vector<std::string> only;  ///< version names or their beginnings; empty: all
    Choice choice;                  ///< in the place of what versions choose themselves
    bool tune = false;              ///< sweep what versions leave open, and compare times
    std::uint64_t soak = 0;         ///< runs at random n, each checked; 0: none
    ContextOptions context;
    std::optional<SubgroupBackend> subgroup;
    TimeLimits limits;
    bool pictures = true;
    bool bench = false;  ///< time what versions do, many times over, and check the end alone
    bool peers = false;  ///< of a bench: beside other libraries as well
    bool watch = false;  ///< run again what a saved shader changes, until somebody interrupts
    std::optional<sim::Settings> simulated;  ///< on the simulator, not on OpenGL
    bool sim_sweep = false;                  ///< there, on several subgroup sizes and orders
    std::vector<std::string> sim_compare;    ///< there, two versions side by side; empty: none
    bool window = false;                     ///< show the lesson in a window instead of running it
    bool quiet = false;
    bool json = false;
    bool in_process = false;                   ///< no worker: for a debugger
    bool debug = false;                        ///< compile ASSERT and LOG in
    bool capture = false;                      ///< each dispatch in a frame of its own, once, in this process
    std::map<std::string, std::string> extra;  ///< the lesson's own options
    std::set<std::string> given;               ///< the flags that stand on the command line, e.g. "--data"
    /// The input's bits, where many runs share them; none: each run makes its own.
    std::shared_ptr<const std::vector<std::uint32_t>> bits = {};
    std::string described;  ///< what the data is, in words; empty: from n, data, type and seed
};

}  // namespace pbp
