// SPDX-License-Identifier: MIT
#include "common/modes/compare.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "common/lesson/version_names.hpp"
#include "common/modes/check.hpp"
#include "common/options/words.hpp"

namespace pbp {

namespace {

using Line = sim::ReportedLine;

/// A count of a line, or of all lines together.
struct Count {
    const char* name;   ///< in the table of totals
    const char* brief;  ///< at a line
    std::uint64_t Line::*member;
};
constexpr Count counts[] = {{"instructions issued", "issued", &Line::issued},
                            {"shared accesses", "shared", &Line::shared_accesses},
                            {"extra cycles (banks)", "+cycles", &Line::conflict_cycles},
                            {"requests to buffers", "global", &Line::requests},
                            {"sectors moved", "sectors", &Line::sectors},
                            {"sectors needed", "needed", &Line::needed_sectors},
                            {"cache lines touched", "cache-lines", &Line::cache_lines},
                            {"atomics", "atomics", &Line::atomics},
                            {"atomics that queued", "queued", &Line::contention},
                            {"barriers", "barriers", &Line::barriers}};

std::vector<Line> lines_of(const VersionReport& version) {
    std::vector<Line> lines;
    for (const auto& program : version.simulation)
        lines.insert(lines.end(), program.lines.begin(), program.lines.end());
    return lines;
}

Line total(const std::vector<Line>& lines) {
    Line all;
    for (const auto& line : lines) {
        for (const auto& count : counts) all.*count.member += line.*count.member;
        all.lanes += line.lanes;
    }
    return all;
}

std::uint64_t dispatches(const VersionReport& version) {
    std::uint64_t all = 0;
    for (const auto& program : version.simulation) all += program.dispatches;
    return all;
}

std::string code_of(const Line& line) {
    const auto first = line.text.find_first_not_of(" \t");
    return first == std::string::npos ? std::string() : line.text.substr(first);
}

std::string place(const Line& line) {
    return fmt::format("{}:{}", std::filesystem::path(line.file).filename().string(), line.line);
}

/// What a line counts, all that is not 0.
std::string counted(const Line& line) {
    std::string text;
    for (const auto& count : counts)
        if (line.*count.member > 0) text += fmt::format("{} {}, ", count.brief, line.*count.member);
    return text + fmt::format("lanes {:.1f}", line.mean_lanes());
}

/// What differs between two lines; empty where all is the same.
std::string difference(const Line& left, const Line& right) {
    std::string text;
    for (const auto& count : counts)
        if (left.*count.member != right.*count.member)
            text += fmt::format("{}{} {} -> {}", text.empty() ? "" : ", ", count.brief, left.*count.member,
                                right.*count.member);
    if (fmt::format("{:.1f}", left.mean_lanes()) != fmt::format("{:.1f}", right.mean_lanes()))
        text += fmt::format("{}lanes {:.1f} -> {:.1f}", text.empty() ? "" : ", ", left.mean_lanes(),
                            right.mean_lanes());
    return text;
}

/// For each line of the left its counterpart in the right, or -1: the longest common subsequence of their
/// texts, as a diff has it.
std::vector<int> partners(const std::vector<Line>& left, const std::vector<Line>& right) {
    const auto n = left.size(), m = right.size();
    std::vector<std::vector<int>> longest(n + 1, std::vector<int>(m + 1));
    for (std::size_t i = n; i-- > 0;)
        for (std::size_t j = m; j-- > 0;)
            longest[i][j] = code_of(left[i]) == code_of(right[j])
                                ? longest[i + 1][j + 1] + 1
                                : std::max(longest[i + 1][j], longest[i][j + 1]);
    std::vector<int> found(n, -1);
    for (std::size_t i = 0, j = 0; i < n && j < m;)
        if (code_of(left[i]) == code_of(right[j]))
            found[i++] = static_cast<int>(j++);
        else if (longest[i + 1][j] >= longest[i][j + 1])
            ++i;
        else
            ++j;
    return found;
}

std::vector<std::string> totals(const VersionReport& left, const VersionReport& right) {
    const auto a = total(lines_of(left)), b = total(lines_of(right));
    const auto width = std::max<std::size_t>({12, left.name.size(), right.name.size()}) + 2;
    std::vector<std::string> lines{
        fmt::format("{:<22}{:>{}}{:>{}}{:>9}", "", left.name, width, right.name, width, "ratio")};
    const auto row = [&](const char* name, double one, double other, int digits) {
        if (one == 0 && other == 0) return;
        lines.push_back(fmt::format("{:<22}{:>{}.{}f}{:>{}.{}f}{:>9}", name, one, width, digits, other, width,
                                    digits, one == 0 ? "-" : fmt::format("{:.3g}", other / one)));
    };
    row("dispatches", static_cast<double>(dispatches(left)), static_cast<double>(dispatches(right)), 0);
    for (const auto& count : counts) {
        row(count.name, static_cast<double>(a.*count.member), static_cast<double>(b.*count.member), 0);
        if (count.member == &Line::issued) row("mean active lanes", a.mean_lanes(), b.mean_lanes(), 1);
    }
    return lines;
}

}  // namespace

std::vector<std::string> side_by_side(const VersionReport& left, const VersionReport& right) {
    auto lines = totals(left, right);
    const auto a = lines_of(left), b = lines_of(right);
    const auto partner = partners(a, b);
    lines.push_back("");
    lines.push_back(
        fmt::format("- only in {}   + only in {}   ~ same text, different counts", left.name, right.name));
    const auto tell = [&](char mark, const Line& line, const std::string& words) {
        lines.push_back(fmt::format("{} {:<28} {}", mark, place(line), code_of(line)));
        lines.push_back("      " + words);
    };
    std::size_t next = 0;
    const auto added = [&](std::size_t end) {
        for (; next < end; ++next) tell('+', b[next], counted(b[next]));
    };
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (partner[i] < 0) {
            tell('-', a[i], counted(a[i]));
            continue;
        }
        const auto j = static_cast<std::size_t>(partner[i]);
        added(j);
        next = j + 1;
        if (const auto words = difference(a[i], b[j]); !words.empty()) tell('~', b[j], words);
    }
    added(b.size());
    return lines;
}

}  // namespace pbp

namespace pbp::mode {

void Compare::add_options(const VerbOptions& compare) {
    compare.group("Shaders").positional("VERSIONS", "The two, e.g. v2,v3", versions);
    compare.data()
        .input()
        .own()
        .shaders()
        .sizes()
        .pictures()
        .report()
        .limits()
        .simulator()
        .costs()
        .in_process();
}

void Compare::settle(const Lesson& lesson, Options& options) {
    for (const auto& words : std::exchange(versions, {}))
        for (auto& version : parts_of("compare", words)) versions.push_back(std::move(version));
    if (versions.size() != 2)
        fail(ExitCode::wrong_usage, "compare: takes two versions, as in compare v2,v3.");
    std::vector<std::string> names;
    for (const auto& version : lesson.versions) names.push_back(version.name);
    for (auto& wanted : versions) {
        const auto fits = [&](const std::string& name) { return means_version(wanted, name); };
        if (std::ranges::count_if(names, fits) != 1)
            fail(ExitCode::wrong_usage, "compare: '{}' is not one version of lesson {}; it has {}.", wanted,
                 lesson.id, fmt::join(names, ", "));
        wanted = *std::ranges::find_if(names, fits);
    }
    if (versions[0] == versions[1]) fail(ExitCode::wrong_usage, "compare: takes two different versions.");
    options.only = versions;
    if (options.n || !options.input.empty()) return;
    for (const auto& version : lesson.versions)  // the same for both: the larger of what they have by default
        if (std::ranges::find(versions, version.name) != versions.end())
            options.n = std::max(options.n.value_or(0), lesson.n_of(version));
}

int Compare::run(const Task& task, Sink& sink) const {
    auto machine = std::get<sim::Settings>(task.machine);
    machine.search = sim::Settings::Search::one_order;  // costs are those of one
    return Check().run({task.lesson, task.options, machine}, sink);
}

std::string Compare::summary(const Heard& heard) const {
    const auto of = [&](const std::string& name) {
        return std::ranges::find(heard.versions, name, &VersionReport::name);
    };
    const auto left = of(versions.at(0)), right = of(versions.at(1));
    if (left == heard.versions.end() || right == heard.versions.end()) return {};
    std::string text = "\n";
    for (const auto& line : side_by_side(*left, *right)) text += fmt::format("  {}\n", line);
    return text;
}

}  // namespace pbp::mode
