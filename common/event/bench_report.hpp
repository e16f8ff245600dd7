// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/event/bench_row.hpp"

namespace pbp::bench {

/// A whole bench: what ran where, and what came out.
struct Report {
    std::string device, driver, date;  ///< date: YYYY-MM-DD
    bool software = false;             ///< a CPU plays the GPU: no row is compared with the bounds
    std::string cub_version;           ///< empty: no such peer
    Bounds bounds;
    std::vector<Row> rows;
};

/// When the rows of a lesson, or of "all", were timed: "2026-11-23, v8_far_tile on 2026-11-24".
std::string dates_in_words(const Report& report, const std::string& lesson);

/// The least microseconds that the machine's own limits leave for a row's bytes: at the rate of the copy (or
/// of the read, where it writes next to nothing) of as many words as the row has elements, where that was
/// measured, else of the largest; and no less than an empty dispatch. 0 on a software renderer.
double limit_us(const Report& report, const Row& row);

/// The share of that limit that a row reaches, 0 to 1. 0 on a software renderer.
double share_of_limit(const Report& report, const Row& row);

/// docs/data/bench-DEVICE.json and back. Throws Error(wrong_usage), naming the file, for one that is no
/// report.
std::string to_json(const Report& report);
Report from_json(const std::string& text, const std::string& file);

}  // namespace pbp::bench
