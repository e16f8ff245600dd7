// SPDX-License-Identifier: MIT
#include "common/sim/reported/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "common/base/printable.hpp"

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

std::vector<std::string> listing(const sim::ProgramReport& program,
                                 std::string (*paint)(const std::string& line, double heat)) {
    const auto any = [&](auto member) {
        return std::ranges::any_of(program.lines, [&](const auto& line) { return line.*member > 0; });
    };
    const bool shared = any(&sim::ReportedLine::shared_accesses), global = any(&sim::ReportedLine::requests),
               atomics = any(&sim::ReportedLine::atomics);
    const bool predicted = any(&sim::ReportedLine::predicted_us);
    std::uint64_t all = 0;
    for (const auto& line : program.lines) all += line.issued;
    std::string head = fmt::format("{:>9} {:>6}", "issued", "lanes");
    if (shared) head += fmt::format(" {:>8} {:>8}", "shared", "+cycles");
    if (global) head += fmt::format(" {:>8} {:>8} {:>8}", "global", "sectors", "needed");
    if (atomics) head += fmt::format(" {:>8} {:>8}", "atomics", "queued");
    if (predicted) head += fmt::format(" {:>9}", "us");
    std::vector<std::string> lines{head + "   line"};
    std::string file;
    const auto number = [](std::uint64_t value) {
        return value == 0 ? std::string() : fmt::format("{}", value);
    };
    for (const auto& line : program.lines) {
        if (line.file != file) {
            file = line.file;
            lines.push_back(fmt::format("{:>{}}   {}", "", head.size(), printable(file)));
        }
        std::string row = fmt::format("{:>9} {:>6.1f}", line.issued, line.mean_lanes());
        if (shared)
            row += fmt::format(" {:>8} {:>8}", number(line.shared_accesses), number(line.conflict_cycles));
        if (global)
            row += fmt::format(" {:>8} {:>8} {:>8}", number(line.requests), number(line.sectors),
                               number(line.needed_sectors));
        if (atomics) row += fmt::format(" {:>8} {:>8}", number(line.atomics), number(line.contention));
        if (predicted) row += fmt::format(" {:>9.2f}", line.predicted_us);
        row += fmt::format("   {:>3} {}", line.line, printable(line.text));
        lines.push_back(
            paint(row, all == 0 ? 0 : static_cast<double>(line.issued) / static_cast<double>(all)));
        for (const auto& code : program.code)
            if (code.file == line.file && code.line == line.line)
                for (const auto& instruction : code.instructions)
                    lines.push_back(fmt::format("{:>{}}       {}", "", head.size(), printable(instruction)));
    }
    return lines;
}

std::string simulation_page(const std::vector<sim::ProgramReport>& programs, bool colour, bool quiet) {
    const auto paint = [&](const std::string& text, const char* code) {
        return colour ? fmt::format("\033[{}m{}\033[0m", code, printable(text)) : printable(text);
    };
    constexpr const char *bold = "1", *grey = "90", *red = "31";
    const auto heated = colour ? +[](const std::string& line, double heat) {
        return heat < 0.1 ? line : fmt::format("\033[{}m{}\033[0m", heat < 0.2 ? "33" : "31", line);
    } : +[](const std::string& line, double) { return line; };
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
        for (const auto& line : listing(program, heated)) text += fmt::format("      {}\n", line);
    }
    return text;
}

}  // namespace pbp
