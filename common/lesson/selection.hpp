// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "common/base/error.hpp"
#include "common/lesson/lesson.hpp"
#include "common/lesson/version_names.hpp"

namespace pbp {

/// True for a version that --only names, or any where it is not given.
inline bool chosen(const Version& version, const Options& options) {
    return options.only.empty() || std::ranges::any_of(options.only, [&](const std::string& name) {
               return means_version(name, version.name);
           });
}

/// The first version that a word means. Throws Error(wrong_usage) with all names if it means none.
inline const Version& version_named(const Lesson& lesson, const std::string& word) {
    std::string names;
    for (const auto& version : lesson.versions) {
        if (means_version(word, version.name)) return version;
        names += (names.empty() ? "" : ", ") + version.name;
    }
    fail(ExitCode::wrong_usage, "--only: lesson {} has no version '{}'; it has {}.", lesson.id, word, names);
}

/// The largest n that a version takes on a device.
std::uint64_t largest_n(const Lesson& lesson, const Version& version, const Limits& limits);

/// Throws Error(wrong_usage) where no version of a lesson takes as many elements as are asked for.
void check_n(const Lesson& lesson, const Options& options, const Limits& limits);

/// The options as the lesson, this device and the input file complete them: n from a file, and subgroups as
/// they were asked for. Throws Error(wrong_usage) for an n or a local size above the driver's limits.
Options settled(const Lesson& lesson, const Options& asked, Device& device);

/// How many elements the chosen versions run at: what was asked for, or their own; none where these differ.
std::optional<std::uint32_t> common_n(const Lesson& lesson, const Options& options);

/// What a run is about, for its first lines; `n` elements per version, or none where each has its own.
RunReport describe(const Device& device, const Lesson& lesson, const Options& options,
                   std::optional<std::uint32_t> n);

/// Why a version cannot run as it was asked to; empty: it can. One that --only names has then failed.
std::string not_served(const Lesson& lesson, const Version& version, const Options& options, std::uint32_t n,
                       const Limits& limits);

}  // namespace pbp
