// SPDX-License-Identifier: MIT
#include "common/tools/doctor/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>

namespace pbp::doctor {

std::string without_paths(const std::string& text) {
    // A path begins a word, or follows a sign; the slashes in "RTX 4060/PCIe/SSE2" are inside one.
    constexpr const char *before = " =:'\"(,;", *after = " '\"),;:\n";
    const auto is_slash = [&](std::size_t at) {
        return at < text.size() && (text[at] == '/' || text[at] == '\\');
    };
    std::string shown;
    for (std::size_t at = 0; at < text.size();) {
        const bool begins = at == 0 || std::strchr(before, text[at - 1]) != nullptr;
        const bool drive = at + 1 < text.size() && text[at + 1] == ':' && is_slash(at + 2);
        if (begins && (is_slash(at) || drive)) {
            shown += "PATH";
            at = std::min(text.find_first_of(after, at + 2), text.size());
        } else {
            shown += text[at++];
        }
    }
    return shown;
}

std::string report(const std::vector<Line>& lines, const std::string& problem, const std::string& system,
                   const std::string& date) {
    const auto value = [&](const std::string& name) -> std::string {
        const auto found =
            std::find_if(lines.begin(), lines.end(), [&](const Line& line) { return line.first == name; });
        return found == lines.end() ? "none" : found->second;
    };
    std::string text =
        "A report for docs/hardware.md. It names parts of this machine, but no user, no computer and no "
        "folder.\n"
        "Say in the row what you ran and what came of it, and send all of it.\n\n"
        "| driver | subgroups | date | what was run | result |\n|---|---|---|---|---|\n";
    const auto head = [&](const std::string& name) {  // without what explains it
        const auto words = value(name);
        return words.substr(0, words.find(name == "renderer" ? "  (" : " ("));
    };
    text += fmt::format("| {}, OpenGL {}, {} | {} | {} | ... | ... |\n\n", head("renderer"), value("OpenGL"),
                        system, head("subgroups"), date);
    text += fmt::format("- system: {}\n", system);
    for (const auto& [name, words] : lines) text += fmt::format("- {}: {}\n", name, without_paths(words));
    if (!problem.empty()) text += fmt::format("- problem: {}\n", without_paths(problem));
    return text;
}

std::string today() {
    using namespace std::chrono;
    const year_month_day day(floor<days>(system_clock::now()));
    return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()), static_cast<unsigned>(day.month()),
                       static_cast<unsigned>(day.day()));
}

}  // namespace pbp::doctor
