// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/base/timing.hpp"

namespace pbp::bench {

/// What bounds a piece of work on a machine: each is measured in the run that compares with it.
struct Bounds {
    double copy_gb_s = 0;  ///< bytes read plus bytes written by a copy shader with several loads in flight
    double read_gb_s = 0;  ///< bytes read by a shader that stores nothing
    double empty_dispatch_us = 0;  ///< one dispatch that does nothing, among many back to back
    /// The same copy and read of n words: what is small stays in the cache, and waits for the dispatch
    /// itself.
    struct Sized {
        std::uint64_t n = 0;
        double copy_us = 0, read_us = 0;
    };
    std::vector<Sized> sizes = {};  ///< rising
};

/// What a version must at least do for n elements, however it does it.
struct Work {
    std::uint64_t bytes_read = 0, bytes_written = 0;
    std::uint64_t operations = 0;  ///< additions, comparisons: what the lesson counts
};

/// Microseconds of one operation: the median over the timed runs, and its spread, from the first to the third
/// quartile.
struct Time {
    double median_us = 0, spread_us = 0;
    int runs = 0;                    ///< 0: not measured
    std::uint64_t back_to_back = 0;  ///< operations between two events of a run
};

/// Another library's time for the same work on the same data, taken in turns with ours.
struct Peer {
    std::string name;     ///< e.g. "cub::DeviceReduce::Sum"
    std::string version;  ///< e.g. "3.0.1"
    Time hot = {}, cold = {};
    Ratio ratio = {};  ///< its time over ours, turn by turn, hot
};

/// One version at one n.
struct Row {
    enum class Status : std::uint8_t {
        right,
        wrong,    ///< the timed output differs from what the CPU expects
        left_out  ///< it does not build, or does not take this n
    };
    std::string lesson = {};   ///< e.g. "03"
    std::string version = {};  ///< e.g. "v7_one_dispatch"
    std::uint64_t n = 0;
    Status status = Status::right;
    std::string message = {};  ///< why it is not right, or what else there is to say
    std::string date = {};     ///< when it was timed, if not on the day of the report it is in: YYYY-MM-DD
    std::string code = {};     ///< of its shader when it was timed (code.hpp); empty: unknown
    bool changed = false;      ///< that code is no longer the shader's; not stored; for showing the row
    Work work = {};
    Time hot = {};   ///< the same buffers again and again
    Time cold = {};  ///< buffers in turn, together more than the second-level cache holds
    std::vector<Peer> peers = {};

    /// Adds a sentence to the message.
    void say(const std::string& sentence) { message += (message.empty() ? "" : "; ") + sentence; }
    double gb_per_s() const {
        return hot.median_us > 0
                   ? static_cast<double>(work.bytes_read + work.bytes_written) / hot.median_us * 1e-3
                   : 0;
    }
    double elements_per_s() const {
        return hot.median_us > 0 ? static_cast<double>(n) / hot.median_us * 1e6 : 0;
    }
};

/// A whole bench: what ran where, and what came out.
struct Report {
    std::string device, driver, date;  ///< date: YYYY-MM-DD
    bool software = false;             ///< a CPU plays the GPU: no row is compared with the bounds
    std::string cub_version;           ///< empty: no such peer
    Bounds bounds;
    std::vector<Row> rows;
};

/// When the rows of a lesson, or of "all", were timed: "2026-11-23, v8_far_tile on 2026-11-24"; with n, those
/// of that size alone.
std::string dates_in_words(const Report& report, const std::string& lesson, std::uint64_t n = 0);

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
