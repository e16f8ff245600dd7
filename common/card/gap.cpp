// SPDX-License-Identifier: MIT
#include "common/card/gap.hpp"

#include <algorithm>
#include <sstream>

#include "common/base/error.hpp"
#include "common/glsl/text_file.hpp"

namespace pbp::exercises {

namespace {

/// The lines of the solution, or of what a learner starts from.
std::string cut(const Exercise& exercise, bool solved) {
    std::istringstream lines(glsl::read_text(exercise.file));
    std::string text;
    int number = 0, gap = 0;  // this line, and the one where its gap begins; outside of gaps 0
    bool empty = true;
    const auto refuse = [&](int at, const char* why) {
        fail(ExitCode::wrong_usage, "{}:{}: {}.", glsl::shown(exercise.file), at, why);
    };
    for (std::string line; std::getline(lines, line);) {
        ++number;
        const auto indent = std::min(line.find_first_not_of(' '), line.size());
        auto words = line.substr(indent);
        if (words == "// [gap]") {
            if (gap != 0) refuse(number, "a gap begins inside another one; put '// [/gap]' above this line");
            gap = number, empty = true;
        } else if (words == "// [/gap]") {
            if (gap == 0) refuse(number, "a gap ends that has not begun; put '// [gap]' where it begins");
            if (empty)
                refuse(gap, "this gap is empty; put the solution's lines into it, or delete its two marks");
            gap = 0;
        } else if (words.starts_with("//|")) {
            if (gap == 0) refuse(number, "'//|' is outside of any gap; move this line into one");
            empty = false;
            words.erase(0, words.starts_with("//| ") ? 4 : 3);
            if (!solved) text += (words.empty() ? "" : line.substr(0, indent) + words) + "\n";
        } else {
            empty &= words.empty();
            if (gap == 0 || solved) text += line + "\n";
        }
    }
    if (gap != 0) refuse(gap, "this gap does not end; put '// [/gap]' after its last line");
    return text;
}

}  // namespace

std::string skeleton_of(const Exercise& exercise) {
    return cut(exercise, false);
}

std::string solution_of(const Exercise& exercise) {
    return cut(exercise, true);
}

std::string code_in(const std::string& text) {
    std::istringstream lines(text);
    std::string code;
    for (std::string line; std::getline(lines, line);) {
        line.erase(std::min(line.size(), line.find("//")));
        line.erase(line.find_last_not_of(" \t\r") + 1);
        if (!line.empty()) code += line + "\n";
    }
    return code;
}

}  // namespace pbp::exercises
