// SPDX-License-Identifier: MIT
// A report invented for tests: round numbers on a machine that does not exist.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/event/bench_row.hpp"

namespace pbp::test {

/// Seven versions of lesson 03, each 1.5 times as fast as the one before until memory limits them, and two of
/// lesson 05, at 2^16, 2^18 … 2^26. The fifth version is wrong at 2^20; the first sort takes 2048 keys.
inline bench::Report sample_report() {
    using bench::Row;
    bench::Report report;
    report.device = "Sample GPU", report.driver = "1.2.3", report.date = "2026-01-02";
    report.cub_version = "9.9.9";
    report.bounds = {.copy_gb_s = 4000, .read_gb_s = 4200, .empty_dispatch_us = 2};
    const auto row_of = [](const char* lesson, const std::string& version, std::uint64_t n) {
        Row row;
        row.lesson = lesson, row.version = version, row.n = n;
        return row;
    };
    const auto time = [](double us) { return bench::Time{us, us * 0.02, 20, 10}; };
    for (int power = 16; power <= 26; power += 2) {
        const auto n = std::uint64_t{1} << power;
        const auto us = [&](double gb_s, double bytes) {
            return 4 + static_cast<double>(n) * bytes / gb_s * 1e-3;
        };
        for (int v = 1; v <= 7; ++v) {
            Row row = row_of("03", fmt::format("v{}_rung", v), n);
            row.work = {4 * n, 4, n - 1};
            row.hot = time(us(std::min(4000.0, 300 * std::pow(1.6, v - 1)), 4));
            if (v == 7) row.hot.median_us -= 2;
            if (v == 5 && power == 20)
                row.status = Row::Status::wrong, row.message = "element 0 is 1, expected 2";
            if (v >= 6) row.peers = {{"cub::DeviceReduce::Sum", "9.9.9", time(us(3800, 4) + 4), {}}};
            report.rows.push_back(row);
        }
        Row small = row_of("05", "v1_shared", n), large = row_of("05", "v2_tiles", n);
        small.status = Row::Status::left_out;
        small.message = "up to 2,048 elements";
        large.work = {4 * n, 4 * n, n};
        large.hot = time(us(80, 8));
        large.cold = time(us(70, 8));
        large.peers = {{"cub::DeviceRadixSort::SortKeys", "9.9.9", time(us(300, 8)), time(us(280, 8))},
                       {"cub::DeviceMergeSort::SortKeys", "9.9.9", time(us(160, 8)), {}}};
        report.rows.insert(report.rows.end(), {small, large});
    }
    return report;
}

/// The same on a software renderer, next to one core of the standard library.
inline bench::Report sample_software_report() {
    auto report = sample_report();
    report.device = "sample software renderer";
    report.software = true;
    report.cub_version.clear();
    std::erase_if(report.rows, [](const bench::Row& row) { return row.n > 1U << 22; });
    for (auto& row : report.rows) {
        row.hot.median_us *= 400;
        row.hot.spread_us *= 400;
        for (auto& peer : row.peers)
            peer.name = row.lesson == "03" ? "std::reduce" : "std::sort", peer.hot.median_us *= 300;
        if (row.peers.size() > 1) row.peers.resize(1);
    }
    return report;
}

}  // namespace pbp::test
