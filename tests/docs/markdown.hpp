// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/tools/bench/ladder.hpp"

namespace pbp::bench {

/// The sizes that a table shows: 2^20, 2^24 and 2^26 (on a software renderer 2^16, 2^20 and 2^22) as far as
/// they were measured, else the largest of all.
std::vector<std::uint64_t> sizes_of_table(const Ladder& ladder);

/// The lines of a table in Markdown: a row for each size and version, with its median, its speed, its share
/// of the machine's limit, and how it compares with the version before and with each peer. A row without a
/// time says why.
std::vector<std::string> markdown_table(const Ladder& ladder);

/// The same for the highest version of every lesson.
std::vector<std::string> markdown_summary(const Report& report);

/// The machine's own limits, in a sentence; what a software renderer lacks in another.
std::string limits_in_words(const Report& report);

}  // namespace pbp::bench
