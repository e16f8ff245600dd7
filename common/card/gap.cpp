// SPDX-License-Identifier: MIT
#include "common/card/gap.hpp"

#include <algorithm>
#include <sstream>

#include "common/base/error.hpp"
#include "common/glsl/text_file.hpp"

namespace pbp::exercises {

namespace {

std::string cut(const Exercise& exercise, bool solved) {
    const std::string begin = "// [gap]", end = "// [/gap]", given = "//|";
    std::istringstream lines(glsl::read_text(exercise.file));
    std::string text;
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
        const auto indent = std::min(line.find_first_not_of(' '), line.size());
        const auto words = line.substr(indent);
        if (words == begin || words == end) {
            if (inside == (words == begin))
                fail(ExitCode::wrong_usage, "{}: a gap that does not end, or one that ends twice, at '{}'.",
                     exercise.file.string(), words);
            inside = words == begin;
        } else if (!inside || (solved && !words.starts_with(given))) {
            text += line + "\n";
        } else if (!solved && words.starts_with(given)) {
            const bool empty = words == given;
            text += empty ? "\n" : line.substr(0, indent) + words.substr(given.size() + 1) + "\n";
        }
    }
    if (inside) fail(ExitCode::wrong_usage, "{}: the last gap does not end.", exercise.file.string());
    return text;
}

}  // namespace

std::string skeleton_of(const Exercise& exercise) {
    return cut(exercise, false);
}

std::string solution_of(const Exercise& exercise) {
    return cut(exercise, true);
}

}  // namespace pbp::exercises
