// SPDX-License-Identifier: MIT
#include "common/tools/plain_lesson/program.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "common/base/text.hpp"
#include "common/lesson/version_names.hpp"

namespace pbp::plain {

namespace {

std::vector<std::uint32_t> numbers(const std::string& words) {
    std::vector<std::uint32_t> found;
    std::istringstream in(words);
    for (std::uint32_t number = 0; in >> number;) found.push_back(number);
    return found;
}

}  // namespace

Printed read_printed(const std::string& output) {
    Printed printed;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        if (line.ends_with('\r')) line.pop_back();  // a program for Windows ends its lines so
        const auto after = [&](const std::string& word) { return line.substr(word.size()); };
        const auto colon = line.rfind(": ");
        const auto between = [&](const std::string& word) {
            return colon == std::string::npos ? after(word) : line.substr(word.size(), colon - word.size());
        };
        const auto rest = colon == std::string::npos ? "" : line.substr(colon + 2);
        if (line.starts_with("device ")) printed.device = after("device ");
        if (line.starts_with("caption ")) printed.caption = after("caption ");
        if (line.starts_with("note ")) printed.notes.push_back(after("note "));
        if (line.starts_with("pass ")) printed.passes.push_back({between("pass "), numbers(rest), {}});
        if (line.starts_with("expected") && !printed.passes.empty())
            printed.passes.back().expected = numbers(rest);
        if (line.starts_with("time ")) printed.times.emplace_back(between("time "), std::atof(rest.c_str()));
    }
    return printed;
}

std::string last_line(const std::string& output) {
    const auto text = trimmed(output);
    const auto end = text.rfind('\n');
    return end == std::string::npos ? text : text.substr(end + 1);
}

std::string text_of(const std::filesystem::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::filesystem::path> versions_in(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (version_number(entry.path().stem().string()) > 0 && entry.path().extension() == ".cpp")
            found.push_back(entry.path());
    std::ranges::sort(found, {}, [](const auto& file) { return version_number(file.stem().string()); });
    return found;
}

}  // namespace pbp::plain
