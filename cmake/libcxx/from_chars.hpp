// SPDX-License-Identifier: MIT
// std::from_chars of floats, which libc++ lacks before version 20. Only files that replace one of its headers include this.
#pragma once

#include <cctype>
#include <charconv>
#include <cstdlib>
#include <string>
#include <type_traits>

namespace std {

/// Decimal numbers, inf and nan: no hexadecimal ones, whatever the format.
template <class T>
requires is_floating_point_v<T> from_chars_result from_chars(const char* first, const char* last, T& value,
                                                             chars_format = chars_format::general) {
    const string text(first, last);
    if (text.empty() || isspace(static_cast<unsigned char>(text[0])) || text[0] == '+' ||
        text.find_first_of("xX") != text.npos)
        return {first, errc::invalid_argument};
    char* end = nullptr;
    T read;
    if constexpr (is_same_v<T, float>)
        read = strtof(text.c_str(), &end);
    else
        read = static_cast<T>(strtod(text.c_str(), &end));
    if (end == text.c_str()) return {first, errc::invalid_argument};
    value = read;
    return {first + (end - text.c_str()), errc()};
}

}  // namespace std
