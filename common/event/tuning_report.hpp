// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pbp {

/// What a tuning run found out about one combination of a version's numbers.
struct TunedRow {
    enum class Status : std::uint8_t {
        right,
        wrong,    ///< a pass differs from its CPU twin
        left_out  ///< it does not build, or does not fit
    };
    std::uint32_t local_size = 0;      ///< 0: unknown, or no choice
    std::uint32_t per_invocation = 0;  ///< the same
    Status status = Status::right;
    std::string message = {};  ///< why it is not right
    double median_ms = 0, spread_ms = 0;
    int runs = 0;
    double elements_per_s = 0;
    double ratio = 0;      ///< its speed over that of the version's own choice; 0: unknown
    bool own = false;      ///< what the version chooses itself
    bool best = false;     ///< the fastest of the version
    bool as_good = false;  ///< its time is within the spread of the fastest one's
};

/// A tuning run of one version.
struct TuningReport {
    std::string version;
    std::uint64_t n = 0;
    bool chooses_local_size = false, chooses_per_invocation = false;
    std::vector<TunedRow> rows;
    std::string message;  ///< why there are no rows, or what is wrong
    int exit_code = 0;
    std::vector<std::string> pictures;
    std::string gave_up = {};  ///< why the rows are not the version's own work; empty: they are
};

}  // namespace pbp
