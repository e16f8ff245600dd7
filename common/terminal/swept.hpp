// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/event/version_report.hpp"

namespace pbp {

/// How the runs of a version came out, for a person: a table, sizes across and orders down, then each problem
/// once with the runs that have it, or that all agree.
std::vector<std::string> in_words(const std::vector<SweptRun>& runs);

}  // namespace pbp
