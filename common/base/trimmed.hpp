// SPDX-License-Identifier: MIT
#pragma once

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

}  // namespace pbp
