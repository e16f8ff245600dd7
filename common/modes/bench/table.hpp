// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "common/event/bench_row.hpp"

namespace pbp::bench {

/// The rows of one lesson as lines for a terminal, n by n: times, speeds, the share of this machine's limit
/// (not on a software renderer), the peers. The fastest version at an n, and those whose times are no further
/// from it than the larger spread, are marked.
std::string table(const Report& report, const std::string& lesson);

/// The limits and what they mean, in a line; empty on a software renderer.
std::string limits_line(const Report& report);

}  // namespace pbp::bench
