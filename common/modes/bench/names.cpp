// SPDX-License-Identifier: MIT
#include "common/modes/bench/names.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

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

std::string Gain::words(const std::string& if_equal) const {
    return equal ? if_equal : fmt::format("{:.{}f} x", times, times < 9.95 ? 2 : times < 99.5 ? 1 : 0);
}

Gain gain_over(const Time& slower, const Time& faster) {
    return {slower.median_us / faster.median_us,
            std::abs(slower.median_us - faster.median_us) <= std::max(slower.spread_us, faster.spread_us)};
}

Gain gain_over(const Peer& peer, const Row& row) {
    if (peer.ratio.middle <= 0) return gain_over(peer.hot, row.hot);
    return {peer.ratio.middle, peer.ratio.equal()};
}

std::string short_name(const std::string& version) {
    return version.substr(0, version.find('_'));
}

std::string size_name(std::uint64_t n) {
    if (n >= 8192 && (n & (n - 1)) == 0) return fmt::format("2^{:.0f}", std::log2(static_cast<double>(n)));
    std::string digits = std::to_string(n);
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(digits.begin() + at, ',');
    return digits;
}

std::string three_digits(double value) {
    if (value >= 99.95) return fmt::format("{:.0f}", value);
    if (value >= 9.995) return fmt::format("{:.1f}", value);
    return value >= 0.9995 ? fmt::format("{:.2f}", value) : fmt::format("{:#.3g}", value);
}

std::string time_name(double us) {
    if (us < 1000) return three_digits(us) + " us";
    return us < 1e6 ? three_digits(us * 1e-3) + " ms" : three_digits(us * 1e-6) + " s";
}

std::string fastest_in_words(const std::vector<const Row*>& same, bool software) {
    if (same.size() < 2) return "";
    const auto faster = [](const Row* a, const Row* b) { return a->hot.median_us < b->hot.median_us; };
    const Row &best = **std::min_element(same.begin(), same.end(), faster), &last = *same.back();
    std::vector<std::string> names;
    std::string unsteady;
    double apart = 0, scatter = -1;  // in percent of the best time
    for (const Row* row : same) {
        if (!gain_over(row->hot, best.hot).equal) continue;
        names.push_back(short_name(row->version));
        apart = std::max(apart, 100 * (row->hot.median_us / best.hot.median_us - 1));
        const double own = 100 * row->hot.spread_us / best.hot.median_us;
        if (own > scatter) unsteady = names.back();
        scatter = std::max(scatter, own);
    }
    auto words = fmt::format(
        "At {}{} {} {} the fastest of {} versions", size_name(last.n), software ? ", on a CPU," : "",
        fmt::join(names, names.size() == 2 ? " and " : ", "), names.size() > 1 ? "are" : "is", same.size());
    if (names.size() > 1)
        words += fmt::format(
            ", and level: their times differ by {:.0f} %, while the middle half of {}'s own runs spans "
            "{:.0f} %",
            apart, unsteady, scatter);
    const auto share = fmt::format("{:.2f}", best.hot.median_us / last.hot.median_us);
    if (!gain_over(last.hot, best.hot).equal && share != "1.00")
        words += fmt::format(", and {} has {} of {} speed", short_name(last.version), share,
                             names.size() > 1 ? short_name(best.version) + "'s" : "its");
    return words + ". ";
}

std::string against_in_words(const Row& row, const Peer& peer) {
    const auto ratio = gain_over(peer, row).words("");
    auto words = fmt::format("{} against {}: {} at {}", short_name(row.version),
                             peer.name.substr(peer.name.rfind(':') + 1),
                             ratio.empty() ? "level" : ratio + " its speed", size_name(row.n));
    for (const auto& other : row.peers)
        if (other.name == peer.name + ", graph" && other.hot.median_us > 0)
            words += fmt::format(" (its graph: {})", gain_over(other, row).words("level"));
    return words + ". ";
}

std::string other_tasks_in_words(const Report& report, const std::string& lesson, bool sorts) {
    using Task = std::pair<std::uint64_t, std::uint64_t>;  // bytes, operations
    const auto task = [&](const Row& row) {
        return Task{row.work.bytes_read + row.work.bytes_written, sorts ? 0 : row.work.operations};
    };
    std::map<std::uint64_t, Task> least;
    std::vector<const Row*> rows;
    for (const auto& row : report.rows) {
        if (row.lesson != lesson || row.status != Status::right || row.hot.median_us <= 0) continue;
        rows.push_back(&row);
        const auto found = least.try_emplace(row.n, task(row)).first;
        found->second = std::min(found->second, task(row));
    }
    std::map<std::string, std::set<std::string>> who;
    for (const Row* row : rows) {
        const Task usual = least[row->n], own = task(*row);
        if (own == usual) continue;
        const auto each = [&](std::uint64_t all) {
            return static_cast<double>(all) / static_cast<double>(row->n);
        };
        const bool bytes = own.first != usual.first;
        const double others = each(bytes ? usual.first : usual.second);
        who[fmt::format(
                "{:.0f} {} per {}, {}", each(bytes ? own.first : own.second),
                bytes ? "bytes" : "operations (a multiply-add is one)", sorts ? "key" : "element",
                others > 0 ? fmt::format("not {:.0f}", others) : "where the others only move the element")]
            .insert(short_name(row->version));
    }
    std::string words;
    for (const auto& [what, names] : who)
        words += fmt::format("{} {} another task: {}. ", fmt::join(names, names.size() == 2 ? " and " : ", "),
                             names.size() > 1 ? "have" : "has", what);
    return words;
}

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
