// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/event/version_report.hpp"

namespace pbp {

/// What two simulated versions cost, side by side: all counts of their dispatches together with the ratio,
/// then the lines that one has alone, and those that both have and that count otherwise.
std::vector<std::string> side_by_side(const VersionReport& left, const VersionReport& right);

}  // namespace pbp
