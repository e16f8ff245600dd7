// SPDX-License-Identifier: MIT
#include "tests/docs/pages.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <sstream>

#include "tests/support/folder.hpp"

namespace pbp::docs {

std::vector<fs::path> pages() {
    std::vector<fs::path> found{root / "README.md", root / "CONTRIBUTING.md", root / "CHANGELOG.md"};
    for (const auto& entry : fs::directory_iterator(root / "docs"))
        if (entry.path().extension() == ".md") found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

std::string lesson_of(const std::string& word) {
    for (const auto& entry : fs::directory_iterator(root / "lessons"))
        if (const auto name = entry.path().filename().string();
            name == word || (word.size() == 2 && name.starts_with(word + "_")))
            return name;
    return {};
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

std::vector<Line> read_page(const fs::path& page) {
    std::vector<Line> lines;
    bool inside = false;
    for (const auto& text : lines_of(test::read_text(page))) {
        const auto first = text.find_first_not_of(' ');
        const bool fence = first != std::string::npos && text.compare(first, 3, "```") == 0;
        lines.push_back({text, inside || fence});
        if (fence) inside = !inside;
    }
    return lines;
}

std::string note_of(const Line& line, const std::string& kind) {
    const std::string start = "<!-- " + kind + ": ";
    if (line.code || !line.text.starts_with(start) || !line.text.ends_with(" -->")) return {};
    return line.text.substr(start.size(), line.text.size() - start.size() - 4);
}

fs::path picture_in(const Line& line, const fs::path& page) {
    REQUIRE_MESSAGE(test::contains(line.text, "]("), page.string(), ": no picture in ", line.text);
    const auto from = line.text.find("](") + 2;
    return (page.parent_path() / line.text.substr(from, line.text.find(')', from) - from)).lexically_normal();
}

std::vector<std::string> anchors(const fs::path& page) {
    std::vector<std::string> found;
    std::map<std::string, int> times;
    for (const auto& [text, code] : read_page(page)) {
        const auto marks = text.find_first_not_of('#');
        if (code || marks == 0 || marks == std::string::npos || text[marks] != ' ') continue;
        std::string anchor;
        for (const char c : text.substr(marks + 1)) {
            const auto u = static_cast<unsigned char>(c);
            if (u >= 0x80 || std::isalnum(u) != 0 || c == '_' || c == '-')
                anchor += static_cast<char>(std::tolower(u));
            if (c == ' ') anchor += '-';
        }
        const int before = times[anchor]++;
        found.push_back(before == 0 ? anchor : anchor + "-" + std::to_string(before));
    }
    return found;
}

std::vector<Link> links(const fs::path& page) {
    static const std::regex code_span("`[^`]*`"), comment("<!--.*?-->"),
        in_line(R"(\[([^\]]*)\]\(([^)\s]+)\))"), definition(R"(^\[([^\]]+)\]: (\S+)$)");
    std::vector<Link> found;
    for (const auto& [raw, code] : read_page(page)) {
        if (code) continue;
        const auto text = std::regex_replace(std::regex_replace(raw, code_span, "code"), comment, "");
        for (const auto* pattern : {&in_line, &definition})
            for (std::sregex_iterator at(text.begin(), text.end(), *pattern), end; at != end; ++at)
                found.push_back({(*at)[1], (*at)[2]});
    }
    return found;
}

std::vector<Link> contents() {
    static const std::regex item(R"(^[-*] \[([^\]]*)\]\((\w+\.md)\).*)");
    std::vector<Link> found;
    for (const auto& line : read_page(root / "docs/README.md"))
        if (std::smatch match; !line.code && std::regex_match(line.text, match, item))
            found.push_back({match[1], match[2]});
    return found;
}

}  // namespace pbp::docs
