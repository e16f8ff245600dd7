// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/event/tuning_report.hpp"
#include "common/event/version_report.hpp"

namespace pbp {

/// How the runs of a version came out, for a person: a table, sizes across and orders down, then each problem
/// once with the runs that have it, or that all agree.
std::vector<std::string> in_words(const std::vector<SweptRun>& runs);

/// A tuning report as a table for a terminal: a line a combination, the best marked.
std::string table(const TuningReport& report);

/// A duration in a fitting unit: "85 us", "1.23 ms"; empty for none.
std::string duration(double ms);

}  // namespace pbp
