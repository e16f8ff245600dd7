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

namespace pbp {

/// What versions are run for, as far as a lesson's data depends on it.
enum class Purpose : std::uint8_t { check, tune, bench };

/// What the versions of a lesson run on, and how: the same in every mode and on every device.
struct Options {
    std::optional<std::uint32_t> n;  ///< none: the lesson's default, or all of the input file
    std::uint64_t seed = 1;
    ValueType type = ValueType::uint32;
    InputKind data = InputKind::shuffled;
    std::filesystem::path input;               ///< empty: generated
    std::map<std::string, std::string> extra;  ///< the lesson's own options
    std::vector<std::string> only;             ///< version names or their beginnings; empty: all
    std::filesystem::path shader;              ///< replaces the one version in `only`; empty: none
    std::filesystem::path shaders;
    std::optional<SubgroupBackend> subgroup;
    Choice choice;       ///< overrides what versions choose themselves
    bool debug = false;  ///< compile ASSERT and LOG in
    double limit_s = 0;  ///< of a dispatch, for a simulator that is asked besides; 0: none
    Purpose purpose = Purpose::check;
    std::filesystem::path out;  ///< pictures go to out/LESSON
    bool pictures = true;
    bool page_alone = false;  ///< without pictures, passes are kept for the run's page all the same
    bool compares = true;     ///< false: rows are drawn, and nothing is compared with the CPU twin
    bool certifies = false;   ///< says whether a version is right for every input of n elements
    std::vector<std::string> why, used;  ///< words of memory: who made them, who used them
    std::filesystem::path export_file;   ///< a table of all passes; empty: none; .csv or .json
    std::set<std::string> given;         ///< the flags on the command line, e.g. "--data"
    /// The input's bits, where many runs share them; none: each run makes its own.
    std::shared_ptr<const std::vector<std::uint32_t>> bits = {};
    std::string described;  ///< what the data is, in words; empty: from n, data, type and seed

    bool paged() const { return pictures || page_alone; }
};

}  // namespace pbp
