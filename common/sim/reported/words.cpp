// SPDX-License-Identifier: MIT
#include "common/sim/reported/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "common/base/columns.hpp"
#include "common/base/printable.hpp"
#include "common/base/text.hpp"

namespace pbp {

namespace {

/// SPIR-V from elsewhere may have no lines.
std::string in_words(const sim::ReportedPlace& place) {
    return place.line == 0 ? place.file : fmt::format("{}:{}", place.file, place.line);
}

/// A time, rounded to this number of digits.
std::string rounded(double us, int digits) {
    const double value = std::stod(fmt::format("{:.{}e}", us, digits - 1));
    return value < 1000 ? fmt::format("{} us", value) : fmt::format("{} ms", value / 1000);
}

}  // namespace

std::vector<std::string> in_words(const sim::ReportedFinding& finding) {
    std::vector<std::string> lines{finding.in_full()};
    for (const auto& place : finding.places) {
        lines.push_back(fmt::format("  {}: {}", in_words(place), place.role));
        const auto first = place.text.find_first_not_of(' ');
        if (first != std::string::npos || place.line != 0)
            lines.push_back("      " +
                            (first == std::string::npos ? std::string() : place.text.substr(first)));
    }
    if (!finding.schedule.empty())
        lines.push_back(fmt::format("  (with --sim-schedule {})", finding.schedule));
    if (finding.times > 1) lines.push_back(fmt::format("  ({} times at these lines)", finding.times));
    return lines;
}

std::string in_a_line(const sim::ReportedFinding& finding) {
    std::string text = finding.fault;
    for (const auto& place : finding.places)
        text += fmt::format("{} {}", &place == &finding.places.front() ? " at" : " and", in_words(place));
    return text;
}

std::string in_words(const sim::PredictedTime& time) {
    if (time.card.empty()) return {};
    if (!time.fails.empty())
        return fmt::format("{}: the model fails here: {}", time.card, printable(time.fails));
    return fmt::format("{}: {} predicted, limit: {}", time.card, rounded(time.us, 2), time.limit);
}

std::string in_sentences(const sim::PredictedTime& time) {
    if (time.card.empty()) return {};
    const bool vowel =
        time.card.starts_with("NVIDIA") || std::string("AEIOU").find(time.card[0]) != std::string::npos;
    const auto card = fmt::format("{} {}", vowel ? "An" : "A", time.card);
    if (!time.fails.empty())
        return fmt::format("{}: the model fails here, so there is no time. Why: {}.", card,
                           printable(time.fails));
    auto text = fmt::format("{} would take about {}, limited by {}. ", card, rounded(time.us, 2), time.limit);
    if (time.measured_us > 0) {
        const auto off = std::lround(100 * (time.us / time.measured_us - 1));
        return text + fmt::format("It took {} when it was measured: {}.", rounded(time.measured_us, 3),
                                  off == 0 ? "as predicted"
                                           : fmt::format("the prediction is {} % too {}", std::abs(off),
                                                         off > 0 ? "long" : "short"));
    }
    if (time.off == 0) return text + "Nobody has compared the predictions for this GPU with its times.";
    text +=
        fmt::format("Nine in ten predictions for it are off by {} % or less.", std::lround(100 * time.off));
    if (time.limit == "dispatches") text += " Short work like this takes up to one and a half times as long.";
    return text;
}

namespace {

/// A number that each line of a listing has; columns of a group are there if any line has its first one.
struct Counted {
    const char* title;
    std::uint64_t sim::ReportedLine::*of;
    std::uint64_t sim::ReportedLine::*first;
};

constexpr std::array counted_columns{
    Counted{"shared", &sim::ReportedLine::shared_accesses, &sim::ReportedLine::shared_accesses},
    Counted{"+cycles", &sim::ReportedLine::conflict_cycles, &sim::ReportedLine::shared_accesses},
    Counted{"global", &sim::ReportedLine::requests, &sim::ReportedLine::requests},
    Counted{"sectors", &sim::ReportedLine::sectors, &sim::ReportedLine::requests},
    Counted{"needed", &sim::ReportedLine::needed_sectors, &sim::ReportedLine::requests},
    Counted{"atomics", &sim::ReportedLine::atomics, &sim::ReportedLine::atomics},
    Counted{"queued", &sim::ReportedLine::contention, &sim::ReportedLine::atomics}};

/// The columns of numbers of a listing, each as wide as its widest cell: the head, then a text for each line.
std::vector<std::string> numbers_of(const sim::ProgramReport& program) {
    std::vector<std::string> rows(program.lines.size() + 1);
    const auto add = [&](const char* title, const auto& cell) {
        std::vector<std::string> cells{title};
        for (const auto& line : program.lines) cells.push_back(cell(line));
        const auto width = std::ranges::max_element(cells, {}, &std::string::size)->size();
        for (std::size_t i = 0; i < rows.size(); ++i)
            rows[i] += fmt::format("{}{:>{}}", rows[i].empty() ? "" : " ", cells[i], width);
    };
    add("issued", [](const auto& line) { return std::to_string(line.issued); });
    add("lanes", [](const auto& line) { return fmt::format("{:.1f}", line.mean_lanes()); });
    for (const auto& column : counted_columns)
        if (std::ranges::any_of(program.lines, [&](const auto& line) { return line.*column.first > 0; }))
            add(column.title, [&](const auto& line) {
                return line.*column.of == 0 ? std::string() : std::to_string(line.*column.of);
            });
    if (std::ranges::any_of(program.lines, [](const auto& line) { return line.predicted_us > 0; }))
        add("us", [](const auto& line) { return fmt::format("{:.2f}", line.predicted_us); });
    return rows;
}

/// What a program did line by line, as a table whose last column is the source, cut to `columns`; 0 cuts
/// nothing. `paint` colours a line by its share of all instructions, from 0 to 1. Below each line is what it
/// was compiled to, if that is reported.
std::vector<std::string> listing(const sim::ProgramReport& program, std::size_t columns,
                                 std::string (*paint)(const std::string& line, double heat)) {
    std::uint64_t all = 0;
    for (const auto& line : program.lines) all += line.issued;
    const auto numbers = numbers_of(program);
    const std::string margin(numbers.front().size(), ' ');
    const bool narrow = columns > 0 && columns < 100;
    std::vector<std::string> lines{numbers.front() + "  line"};
    std::string file;
    for (std::size_t i = 0; i < program.lines.size(); ++i) {
        const auto& line = program.lines[i];
        if (line.file != file) {
            file = line.file;
            lines.push_back(printable(file));
        }
        auto row = fmt::format("{} {:>5} {}", numbers[i + 1], line.line,
                               printable(narrow ? trimmed(line.text) : line.text));
        if (columns > 0 && width_of(row) > columns) {
            while (width_of(row) >= columns) row.pop_back();
            row += "…";
        }
        lines.push_back(
            paint(row, all == 0 ? 0 : static_cast<double>(line.issued) / static_cast<double>(all)));
        for (const auto& code : program.code)
            if (code.file == line.file && code.line == line.line)
                for (const auto& instruction : code.instructions)
                    lines.push_back(fmt::format("{}       {}", margin, printable(instruction)));
    }
    return lines;
}

}  // namespace

std::string simulation_page(const std::vector<sim::ProgramReport>& programs, bool colour, bool quiet,
                            std::size_t columns) {
    const auto paint = [&](const std::string& text, const char* code) {
        return colour ? fmt::format("\033[{}m{}\033[0m", code, printable(text)) : printable(text);
    };
    constexpr const char *bold = "1", *grey = "90", *red = "31";
    const auto heated = colour ? +[](const std::string& line, double heat) {
        return heat < 0.1 ? line : fmt::format("\033[{}m{}\033[0m", heat < 0.2 ? "33" : "31", line);
    } : +[](const std::string& line, double) { return line; };
    constexpr std::size_t indent = 6;
    const auto left = columns > 0 ? std::max<std::size_t>(columns, 2 * indent) - indent : 0;
    std::string text;
    for (const auto& program : programs)
        for (const auto& finding : program.findings) {
            if (finding.note && quiet) continue;
            text += fmt::format("      {}\n", finding.note ? paint("note: " + finding.fault, grey)
                                                           : paint(finding.fault, red));
            for (const auto& line : in_words(finding)) text += fmt::format("      {}\n", printable(line));
        }
    if (quiet) return text;
    for (const auto& program : programs) {
        if (program.lines.empty()) continue;
        text += fmt::format("      {}, {} dispatch{}, subgroups of {}\n", paint(program.shader, bold),
                            program.dispatches, program.dispatches == 1 ? "" : "es", program.subgroup_size);
        if (!program.orders.empty()) text += fmt::format("      {}\n", program.orders);
        if (const auto time = in_words(program.predicted); !time.empty())
            text += fmt::format("      {}\n", time);
        if (const auto& room = program.predicted.occupancy; !room.empty())
            text += fmt::format("      {}\n", room);
        for (const auto& line : listing(program, left, heated)) text += fmt::format("      {}\n", line);
    }
    return text;
}

}  // namespace pbp
