// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "common/event/tuning_report.hpp"

namespace pbp {

/// A tuning report as a table for a terminal: a line a combination, the best marked.
std::string table(const TuningReport& report);

/// A duration in a fitting unit: "85 us", "1.23 ms"; empty for none.
std::string duration(double ms);

}  // namespace pbp
