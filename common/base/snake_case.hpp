// SPDX-License-Identifier: MIT
#pragma once

#include <cctype>
#include <string>

namespace pbp {

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
