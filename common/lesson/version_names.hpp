// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace pbp {

/// The number of a version: 3 for "v3_global", 10 for "v10_wide"; 0 for a name without one. Versions are
/// compared by it, since as text "v10" comes before "v7".
constexpr int version_number(std::string_view name) {
    int number = 0;
    for (std::size_t i = 1; i < name.size() && name[i] >= '0' && name[i] <= '9'; ++i)
        number = 10 * number + (name[i] - '0');
    return name.starts_with('v') ? number : 0;
}

/// True where a word means a version: its name or the beginning of it, but never a part of its number. "v1"
/// and "v1_sh" mean v1_shared, "v1" does not mean v10_wide, and "v" alone means none.
constexpr bool means_version(std::string_view word, std::string_view name) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (word.empty() || word == "v" || !name.starts_with(word)) return false;
    return word.size() == name.size() || !is_digit(word.back()) || !is_digit(name[word.size()]);
}

}  // namespace pbp
