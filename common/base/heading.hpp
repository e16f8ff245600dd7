// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace pbp {

/// The number of a numbered lesson: "05" of "05_bitonic_sort"; empty for anything else.
inline std::string number_of(const std::string& lesson) {
    const auto digit = [&](std::size_t i) { return lesson[i] >= '0' && lesson[i] <= '9'; };
    return lesson.size() > 2 && digit(0) && digit(1) && lesson[2] == '_' ? lesson.substr(0, 2) : "";
}

/// What pages and pictures call a run: "05 bitonic sort", or the title alone.
inline std::string heading(const std::string& lesson, const std::string& title) {
    const auto number = number_of(lesson);
    return number.empty() ? title : number + " " + title;
}

}  // namespace pbp
