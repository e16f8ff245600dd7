// SPDX-License-Identifier: MIT
#include "common/modes/bench/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "common/modes/bench/names.hpp"

namespace pbp::bench {

namespace {

using Status = Row::Status;

/// How many times as fast as the peer; equal if the difference, turn by turn, is within the spread.
std::string against(const Row& row, const Peer& peer) {
    if (peer.hot.runs == 0) return "";
    const std::string cold =
        peer.cold.runs > 0 && row.cold.median_us > 0
            ? fmt::format(", cold {} x", three_digits(peer.cold.median_us / row.cold.median_us))
            : "";
    const auto hot = peer.ratio.equal() ? fmt::format("equal ({} x)", three_digits(peer.ratio.middle))
                                        : three_digits(peer.ratio.middle) + " x";
    return fmt::format("{}{} {} ({})", hot, cold, peer.name, time_name(peer.hot.median_us));
}

std::string line_of(const Report& report, const Row& row, const Row* best) {
    auto line = fmt::format("  {:<22} {:>6} ", row.version, size_name(row.n));
    if (row.status != Status::right)
        return line + (row.status == Status::wrong ? "WRONG " : "left out: ") + row.message + "\n";
    line += fmt::format("{:>10} {:>10} {:>8} {:>8}", time_name(row.hot.median_us),
                        "± " + time_name(row.hot.spread_us / 2), three_digits(row.gb_per_s()),
                        three_digits(row.elements_per_s() * 1e-9));
    if (!report.software) line += fmt::format(" {:>6.0f} %", 100 * share_of_limit(report, row));
    const bool equal = best != nullptr && gain_over(row.hot, best->hot).equal;
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
