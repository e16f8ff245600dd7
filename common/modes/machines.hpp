// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/sim/run/settings.hpp"

namespace pbp {

/// What a sweep runs: subgroups of 4, 8, 16, 32 and 64 lanes, each in order, in reverse and in two random
/// orders; all else as given. The first, in order on 32 lanes, is what the others are compared with.
std::vector<sim::Settings> swept(const sim::Settings& others);

/// E.g. "subgroups of 8, reverse".
std::string in_words(const sim::Settings& settings);

/// Calls job(0) ... job(count - 1) on all cores; the first exception is thrown on, when all have ended.
void on_all_cores(std::size_t count, const std::function<void(std::size_t)>& job);

}  // namespace pbp
