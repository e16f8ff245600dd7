// SPDX-License-Identifier: MIT
#include "common/terminal/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace pbp {

namespace {

std::string number_or_dash(std::uint32_t number) {
    return number > 0 ? std::to_string(number) : "-";
}

std::string speed(double elements_per_s) {
    for (const auto& [size, unit] : {std::pair{1e9, "G/s"}, {1e6, "M/s"}, {1e3, "k/s"}})
        if (elements_per_s >= size) return fmt::format("{:.3g} {}", elements_per_s / size, unit);
    return fmt::format("{:.3g} /s", elements_per_s);
}

std::string remarks(const TunedRow& row) {
    std::string words = row.best ? "best" : row.as_good ? "as good as the best" : "";
    if (row.own) words += words.empty() ? "its own" : ", its own";
    return words;
}

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

/// Why a row has no time. The full message is below the table.
std::string problem(const TunedRow& row) {
    return row.status == TunedRow::Status::wrong ? "WRONG" : "left out: " + first_line(row.message);
}

/// One number was free: a line per combination.
std::string listed(const TuningReport& report) {
    std::string text = fmt::format("  {:>12} {:>14} {:>10} {:>8} {:>12} {:>12}\n", "local size",
                                   "per invocation", "median", "spread", "elements", "to its own");
    for (const auto& row : report.rows) {
        text += fmt::format("  {:>12} {:>14}", number_or_dash(row.local_size),
                            number_or_dash(row.per_invocation));
        if (row.status == TunedRow::Status::right)
            text += fmt::format(" {:>10} {:>7.0f}% {:>12} {:>11.2f}x  {}", duration(row.median_ms),
                                100 * row.spread_ms / row.median_ms, speed(row.elements_per_s), row.ratio,
                                remarks(row));
        else
            text += "  " + problem(row);
        while (text.ends_with(' ')) text.pop_back();
        text += "\n";
    }
    return text;
}

/// Two were: local sizes downwards, elements per invocation to the right.
std::string crossed(const TuningReport& report) {
    std::set<std::uint32_t> sizes, counts;
    for (const auto& row : report.rows) sizes.insert(row.local_size), counts.insert(row.per_invocation);
    std::string text =
        fmt::format("  {:>12}  elements per second, by elements per invocation:\n  {:>12}", "local size", "");
    for (const auto count : counts) text += fmt::format("{:>12} ", count);
    text += "\n";
    for (const auto size : sizes) {
        text += fmt::format("  {:>12}", number_or_dash(size));
        for (const auto count : counts) {
            const auto row = std::ranges::find_if(report.rows, [&](const TunedRow& one) {
                return one.local_size == size && one.per_invocation == count;
            });
            if (row == report.rows.end())
                text += fmt::format("{:>13}", " ");
            else if (row->status != TunedRow::Status::right)
                text += fmt::format("{:>12} ", row->status == TunedRow::Status::wrong ? "WRONG" : "-");
            else
                text += fmt::format("{:>12}{}", speed(row->elements_per_s),
                                    row->best      ? '*'
                                    : row->as_good ? '='
                                    : row->own     ? 'o'
                                                   : ' ');
        }
        while (text.ends_with(' ')) text.pop_back();
        text += "\n";
    }
    for (const auto& row : report.rows)
        if (row.best || row.own)
            text += fmt::format(
                "  {:<10} local size {}, {} per invocation: {} (spread {:.0f} %), {:.2f}x its own\n",
                remarks(row) + ":", row.local_size, row.per_invocation, duration(row.median_ms),
                100 * row.spread_ms / row.median_ms, row.ratio);
    text += "  * best   = as good as the best   o its own\n";
    for (const auto& row : report.rows)
        if (row.status != TunedRow::Status::right)
            text += fmt::format("  local size {}, {} per invocation: {}\n", row.local_size,
                                row.per_invocation, problem(row));
    return text;
}

}  // namespace

std::vector<std::string> in_words(const std::vector<SweptRun>& runs) {
    std::vector<std::uint32_t> sizes;
    std::vector<std::string> schedules;
    for (const auto& run : runs) {
        if (std::ranges::find(sizes, run.subgroup_size) == sizes.end()) sizes.push_back(run.subgroup_size);
        if (std::ranges::find(schedules, run.schedule) == schedules.end()) schedules.push_back(run.schedule);
    }
    std::ranges::sort(sizes);
    std::string head = fmt::format("{:<10}", "");
    for (const auto size : sizes) head += fmt::format(" {:>8}", fmt::format("sg {}", size));
    std::vector<std::string> lines{head};
    std::vector<std::string> problems;
    for (const auto& schedule : schedules) {
        std::string line = fmt::format("{:<10}", schedule);
        for (const auto size : sizes)
            for (const auto& run : runs)
                if (run.schedule == schedule && run.subgroup_size == size)
                    line += fmt::format(" {:>8}", run.outcome == "found"
                                                      ? fmt::format("found {}", run.problems.size())
                                                      : run.outcome);
        lines.push_back(line);
    }
    for (const auto& run : runs)
        for (const auto& problem : run.problems)
            if (std::ranges::find(problems, problem) == problems.end()) problems.push_back(problem);
    for (const auto& problem : problems) {
        std::string where;
        std::size_t count = 0;
        for (const auto& run : runs) {
            if (std::ranges::find(run.problems, problem) == run.problems.end()) continue;
            if (++count <= 3)
                where += fmt::format("{}sg {} {}", count == 1 ? "" : ", ", run.subgroup_size, run.schedule);
        }
        if (count == runs.size())
            where = "in all runs";
        else if (count > 3)
            where += fmt::format(" and {} more", count - 3);
        lines.push_back(fmt::format("{}: {}", where, problem));
    }
    const bool agree = std::ranges::all_of(runs, [&](const SweptRun& run) {
        return run.outcome == runs.front().outcome && run.problems == runs.front().problems;
    });
    if (agree) lines.push_back(fmt::format("all {} runs agree", runs.size()));
    return lines;
}

std::string duration(double ms) {
    if (ms <= 0) return "";
    if (ms < 0.01) return fmt::format("{:.2g} us", ms * 1000);
    if (ms < 1) return fmt::format("{:.0f} us", ms * 1000);
    if (ms < 1000) return fmt::format("{:.3g} ms", ms);
    return fmt::format("{:.3g} s", ms / 1000);
}

std::string table(const TuningReport& report) {
    if (report.rows.empty()) return fmt::format("  {:<22} {}\n", report.version, report.message);
    return fmt::format(
        "  {}, {} elements{}\n{}", report.version, report.n,
        report.gave_up.empty() ? "" : ": " + report.gave_up,
        report.chooses_local_size && report.chooses_per_invocation ? crossed(report) : listed(report));
}

}  // namespace pbp
