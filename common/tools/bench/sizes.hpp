// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "common/event/bench_row.hpp"

namespace pbp::bench {

/// The sizes of a list such as "1000,2^20", each once, rising. Throws Error(wrong_usage) that names the word.
std::vector<std::uint64_t> sizes_from(const std::string& flag, const std::string& list);

/// 2^16 to 2^26 in steps of four, as far as a buffer can be; to 2^22 on a software renderer.
std::vector<std::uint64_t> default_sizes(std::uint64_t buffer_bytes, bool software);

/// Foresees how long an operation takes at the next n, from what it took before, of each version of each
/// lesson: it grows as it did from the last n but one to the last, and no slower than n.
class Forecast {
  public:
    static constexpr double most_s = 10;   ///< of the runs of a version at an n
    static constexpr int runs_to_fit = 4;  ///< one to warm up, three to time
    void add(const Row& row);
    /// Seconds of one operation; 0: unknown.
    double operation_s(const std::string& lesson, const std::string& version, std::uint64_t n) const;
    /// Why a version is not timed at n, as it would take too long; empty: it is timed.
    std::string too_long(const std::string& lesson, const std::string& version, std::uint64_t n) const;

  private:
    std::map<std::pair<std::string, std::string>, std::map<std::uint64_t, double>> operations_s_;
};

}  // namespace pbp::bench
