// SPDX-License-Identifier: MIT
#include "common/app/bench/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

namespace pbp::bench {

namespace {

using Status = Row::Status;

std::string size_in_words(std::uint64_t n) {
    return std::has_single_bit(n) && n >= 1024 ? fmt::format("2^{}", std::countr_zero(n)) : std::to_string(n);
}

std::string time_in_words(double us) {
    if (us >= 1e6) return fmt::format("{:.2f} s", us * 1e-6);
    if (us >= 1e3) return fmt::format("{:.2f} ms", us * 1e-3);
    return fmt::format("{:.{}f} us", us, us < 10 ? 2 : 1);
}

/// Three digits that count.
std::string speed_in_words(double value) {
    const int digits = value <= 0 ? 0 : std::clamp(2 - static_cast<int>(std::floor(std::log10(value))), 0, 4);
    return fmt::format("{:.{}f}", value, digits);
}

/// How many times as fast as the peer; equal where they cannot be told apart, turn by turn.
std::string against(const Row& row, const Peer& peer) {
    if (peer.hot.runs == 0) return "";
    const std::string cold = peer.cold.runs > 0 && row.cold.median_us > 0
                                 ? fmt::format(", cold {:.2f} x", peer.cold.median_us / row.cold.median_us)
                                 : "";
    const auto hot = peer.ratio.equal() ? fmt::format("equal ({:.2f} x)", peer.ratio.middle)
                                        : fmt::format("{:.2f} x", peer.ratio.middle);
    return fmt::format("{}{} {} ({})", hot, cold, peer.name, time_in_words(peer.hot.median_us));
}

std::string line_of(const Report& report, const Row& row, const Row* best) {
    auto line = fmt::format("  {:<22} {:>6} ", row.version, size_in_words(row.n));
    if (row.status != Status::right)
        return line + (row.status == Status::wrong ? "WRONG " : "left out: ") + row.message + "\n";
    line += fmt::format("{:>10} {:>10} {:>8} {:>8}", time_in_words(row.hot.median_us),
                        "± " + time_in_words(row.hot.spread_us / 2), speed_in_words(row.gb_per_s()),
                        speed_in_words(row.elements_per_s() * 1e-9));
    if (!report.software) line += fmt::format(" {:>6.0f} %", 100 * share_of_limit(report, row));
    const bool equal = best != nullptr && row.hot.median_us - best->hot.median_us <=
                                              std::max(row.hot.spread_us, best->hot.spread_us);
    line += best == &row ? "  fastest" : equal ? "  as fast" : "         ";
    for (const auto& peer : row.peers)
        if (const auto words = against(row, peer); !words.empty()) line += "  " + words;
    if (!row.message.empty()) line += "  (" + row.message + ")";
    while (line.ends_with(' ')) line.pop_back();
    return line + "\n";
}

}  // namespace

std::string table(const Report& report, const std::string& lesson) {
    std::map<std::uint64_t, std::vector<const Row*>> by_n;
    for (const auto& row : report.rows)
        if (row.lesson == lesson) by_n[row.n].push_back(&row);
    auto text = fmt::format("  {:<22} {:>6} {:>10} {:>11} {:>8} {:>8}{}\n", "version", "n", "time", "spread",
                            "GB/s", "G/s", report.software ? "" : "  of limit");
    for (const auto& [n, rows] : by_n) {
        const Row* best = nullptr;
        for (const Row* row : rows)
            if (row->status == Status::right && (best == nullptr || row->hot.median_us < best->hot.median_us))
                best = row;
        const auto right = std::ranges::count(rows, Status::right, &Row::status);
        for (const Row* row : rows) text += line_of(report, *row, right > 1 ? best : nullptr);
        text += "\n";
    }
    return text;
}

std::string limits_line(const Report& report) {
    if (report.software) return "";
    return fmt::format("this machine's limits: copy {:.0f} GB/s, read {:.0f} GB/s, empty dispatch {:.1f} us",
                       report.bounds.copy_gb_s, report.bounds.read_gb_s, report.bounds.empty_dispatch_us);
}

}  // namespace pbp::bench
