// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/event/bench_row.hpp"

namespace pbp::bench {

/// How many times as long one took as another; equal where they are no further apart than the larger spread.
struct Gain {
    double times = 0;
    bool equal = false;

    /// "1.21 x", or `if_equal`.
    std::string words(const std::string& if_equal = "equal") const;
};
Gain gain_over(const Time& slower, const Time& faster);
/// The same of a peer that was timed in turns with it, hot, from what each turn says.
Gain gain_over(const Peer& peer, const Row& row);

/// Which of these, at one n and of equal work, are fastest, as the table has it, and how the last compares.
std::string fastest_in_words(const std::vector<const Row*>& same, bool software);
/// "v7 against SortKeys: 1.03 x its speed at 2^28 (its graph: level). "
std::string against_in_words(const Row& row, const Peer& peer);
/// Which versions do more per element than others at the same n, and what: another task. `sorts`: however
/// many operations. "v8 has another task: 16 bytes per key, not 8. "
std::string other_tasks_in_words(const Report& report, const std::string& lesson, bool sorts);

/// "v7" for "v7_one_dispatch".
std::string short_name(const std::string& version);

/// "2^24" for a power of two from 2^13 on, else digits in groups of three.
std::string size_name(std::uint64_t n);

/// Three digits that count: "0.0123", "1.23", "123", "1230".
std::string three_digits(double value);

/// "22.4 us", "1.79 ms".
std::string time_name(double us);

/// The rows of one lesson as lines for a terminal, n by n: times, speeds, the share of this machine's limit
/// (not on a software renderer), the peers. The fastest version at an n, and those whose times are no further
/// from it than the larger spread, are marked.
std::string table(const Report& report, const std::string& lesson);

/// The limits and what they mean, in a line; empty on a software renderer.
std::string limits_line(const Report& report);

}  // namespace pbp::bench
