// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "common/card/card.hpp"

namespace pbp::exercises {

/// How long a judge may take in all, as a last resort: its own limits end it long before.
constexpr double most_seconds = 3600;

/// Has a lesson's program judge a file, and returns its JSON document: `exit_code`, and `versions[0]` or
/// `error`. `words` are options of the program, `settings` change its environment, as captured() takes them.
/// Throws Interrupted, and Error(machine_lacks) where the program cannot be started.
nlohmann::json report_of(const std::filesystem::path& programs, const Exercise& exercise,
                         const std::filesystem::path& file, std::vector<std::string> words,
                         const std::vector<std::string>& settings = {});

}  // namespace pbp::exercises
