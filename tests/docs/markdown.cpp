// SPDX-License-Identifier: MIT
#include "tests/docs/markdown.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "common/modes/bench/names.hpp"

namespace pbp::bench {
namespace {

std::string line(const std::vector<std::string>& cells) {
    return fmt::format("| {} |", fmt::join(cells, " | "));
}

std::string ruler(std::size_t columns) {
    std::string marks = "|";
    for (std::size_t i = 0; i < columns; ++i) marks += "---|";
    return marks;
}

/// A version that is slower than the one it is compared with must not be overlooked.
std::string loud(const Gain& gain) {
    return !gain.equal && gain.times < 1 ? fmt::format("**{}**", gain.words()) : gain.words();
}

bool any_cold(const Ladder& ladder) {
    return std::ranges::any_of(ladder.report().rows, [&](const Row& row) {
        return row.lesson == ladder.lesson() && row.cold.median_us > 0;
    });
}

std::string version_of(const Row& row) {
    return fmt::format("`{}`{}", row.version, row.changed ? ", changed since" : "");
}

std::string share(const Ladder& ladder, const Row& row) {
    return fmt::format("{:.0f} %", 100 * share_of_limit(ladder.report(), row));
}

/// How many times as long a peer took, hot, and cold where that was measured.
std::string against(const Row& row, const Peer* peer) {
    if (peer == nullptr || peer->hot.median_us <= 0) return "";
    std::string words = loud(gain_over(*peer, row));
    if (row.cold.median_us > 0 && peer->cold.median_us > 0)
        words += fmt::format(", cold {}", loud(gain_over(peer->cold, row.cold)));
    return words;
}

std::vector<std::string> head(const Ladder& ladder, bool cold) {
    std::vector<std::string> cells{"n", "version", "median"};
    if (cold) cells.emplace_back("cold");
    cells.emplace_back(ladder.unit());
    if (!ladder.report().software) cells.emplace_back("of the limit");
    cells.emplace_back("times the rung below");
    for (const auto& peer : ladder.peers()) cells.push_back(fmt::format("times `{}`", peer));
    return cells;
}

std::vector<std::string> cells_of(const Ladder& ladder, const Row& row, bool cold) {
    std::vector<std::string> cells{size_name(row.n), version_of(row), time_name(row.hot.median_us)};
    if (cold) cells.push_back(row.cold.median_us > 0 ? time_name(row.cold.median_us) : "");
    cells.push_back(three_digits(ladder.speed(row, row.hot.median_us)));
    if (!ladder.report().software) cells.push_back(share(ladder, row));
    const Row* below = ladder.below(row);
    cells.push_back(below == nullptr ? "" : loud(gain_over(below->hot, row.hot)));
    for (const auto& peer : ladder.peers()) cells.push_back(against(row, peer_of(row, peer)));
    return cells;
}

std::vector<std::string> cells_of_missing(const Ladder& ladder, const std::string& version, std::uint64_t n,
                                          std::size_t columns) {
    std::vector<std::string> cells{size_name(n), fmt::format("`{}`", version), ladder.missing(version, n)};
    std::ranges::replace(cells.back(), '|', '/');
    cells.resize(columns);
    return cells;
}

}  // namespace

std::vector<std::uint64_t> sizes_of_table(const Ladder& ladder) {
    const bool software = ladder.report().software;
    std::vector<std::uint64_t> found;
    for (const int power : software ? std::vector{16, 20, 22} : std::vector{20, 24, 26, 28})
        if (const auto n = std::uint64_t{1} << power; std::ranges::binary_search(ladder.sizes(), n))
            found.push_back(n);
    if (found.empty() && !ladder.sizes().empty()) found.push_back(ladder.sizes().back());
    return found;
}

std::vector<std::string> markdown_table(const Ladder& ladder) {
    const bool cold = any_cold(ladder);
    const auto titles = head(ladder, cold);
    std::vector<std::string> lines{line(titles), ruler(titles.size())};
    for (const auto n : sizes_of_table(ladder))
        for (const auto& version : ladder.versions()) {
            if (ladder.row(version, n) == nullptr) continue;  // not requested
            const Row* row = ladder.timed(version, n);
            lines.push_back(line(row == nullptr ? cells_of_missing(ladder, version, n, titles.size())
                                                : cells_of(ladder, *row, cold)));
        }
    return lines;
}

std::vector<std::string> markdown_summary(const Report& report) {
    std::vector<std::string> titles{"lesson", "version", "n", "median", "speed"};
    if (!report.software) titles.emplace_back("of the limit");
    titles.emplace_back("times its peers");
    std::vector<std::string> lines{line(titles), ruler(titles.size())};
    for (const auto& lesson : lessons_of(report)) {
        const Ladder ladder(report, lesson);
        for (const auto n : sizes_of_table(ladder)) {
            const Row& row = *ladder.top(n);
            std::vector<std::string> cells{
                lesson, version_of(row), size_name(n), time_name(row.hot.median_us),
                fmt::format("{} {}", three_digits(ladder.speed(row, row.hot.median_us)), ladder.unit())};
            if (!report.software) cells.push_back(share(ladder, row));
            std::vector<std::string> peers;
            for (const auto& peer : row.peers)
                peers.push_back(fmt::format("`{}`: {}", peer.name, against(row, &peer)));
            cells.push_back(fmt::format("{}", fmt::join(peers, "; ")));
            lines.push_back(line(cells));
        }
    }
    return lines;
}

std::string limits_in_words(const Report& report) {
    if (report.software)
        return "It is a software renderer: nothing is compared with the limits of a GPU here.";
    return fmt::format("The limits: copy {} GB/s, read {} GB/s, empty dispatch {} us.",
                       three_digits(report.bounds.copy_gb_s), three_digits(report.bounds.read_gb_s),
                       three_digits(report.bounds.empty_dispatch_us));
}

}  // namespace pbp::bench
