// SPDX-License-Identifier: MIT
#include "common/glsl/diagnostics.hpp"

#include <algorithm>
#include <array>
#include <regex>

namespace pbp::glsl {
namespace {

// A format for the location in front of a message: which groups hold the string, line, column (0: none) and
// kind.
struct Format {
    std::regex prefix;
    std::size_t string, line, column, kind;
};

const std::array<Format, 3>& formats() {
    static const std::array<Format, 3> known{{
        // NVIDIA   0(17) : error C1503: undefined variable "foo"
        {std::regex(R"(\s*(\d{1,9})\((\d{1,9})\) ?: (?:fatal )?(error|warning)(?: C\d+)?: )"), 1, 2, 0, 3},
        // Mesa     0:17(9): error: `foo' undeclared
        {std::regex(R"(\s*(\d{1,9}):(\d{1,9})\((\d{1,9})\): (?:preprocessor )?(error|warning): )"), 1, 2, 3,
         4},
        // Intel, AMD, glslang   ERROR: 0:17: 'foo' : undeclared identifier
        {std::regex(R"(\s*(ERROR|WARNING): (\d{1,9}):(\d{1,9}): (?:(?:error|warning)\(#\d+\) )?)"), 2, 3, 0,
         1},
    }};
    return known;
}

}  // namespace

std::optional<Diagnostic> parse_log_line(std::string_view line) {
    const auto first = line.data(), last = first + line.size();
    for (const Format& format : formats()) {
        std::cmatch found;
        if (!std::regex_search(first, last, found, format.prefix, std::regex_constants::match_continuous))
            continue;
        const auto number = [&](std::size_t group) { return group == 0 ? 0 : std::stoi(found[group].str()); };
        const auto kind = found[format.kind].str();
        return Diagnostic{number(format.string), number(format.line), number(format.column),
                          kind == "error" || kind == "ERROR", found.suffix().str()};
    }
    return {};
}

std::vector<std::string_view> log_lines(std::string_view log) {
    std::vector<std::string_view> lines;
    while (!log.empty()) {
        const auto end = std::min(log.find_first_of(std::string_view("\r\n\0", 3)), log.size());
        const auto line = log.substr(0, end);
        if (line.find_first_not_of(" \t") != line.npos) lines.push_back(line);
        log.remove_prefix(std::min(end + 1, log.size()));
    }
    return lines;
}

std::vector<Diagnostic> parse_log(std::string_view log) {
    std::vector<Diagnostic> all;
    for (const auto line : log_lines(log))
        if (const auto one = parse_log_line(line)) all.push_back(*one);
    return all;
}

}  // namespace pbp::glsl
