// SPDX-License-Identifier: MIT
#pragma once

#include <cctype>
#include <string>
#include <string_view>

namespace pbp {

/// A text without blanks, tabs and line ends on either side.
inline std::string trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n\f\v";
    const auto first = text.find_first_not_of(blanks);
    return std::string(first == text.npos ? std::string_view{}
                                          : text.substr(first, text.find_last_not_of(blanks) + 1 - first));
}

/// The name of a type as a variable's: RowCounts becomes row_counts.
inline std::string snake_case(const std::string& type) {
    std::string name;
    for (const char c : type) {
        const auto u = static_cast<unsigned char>(c);
        if (std::isupper(u) != 0 && !name.empty()) name += '_';
        name += static_cast<char>(std::tolower(u));
    }
    return name;
}

}  // namespace pbp
