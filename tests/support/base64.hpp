// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace pbp::test {

/// The inverse of page::base64(); stops at the first character that is not base64.
inline std::string from_base64(std::string_view text) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::array<std::int8_t, 256> value{};
    value.fill(-1);
    for (std::size_t i = 0; i < digits.size(); ++i)
        value[static_cast<unsigned char>(digits[i])] = static_cast<std::int8_t>(i);
    std::string out;
    out.reserve(text.size() / 4 * 3);
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : text) {
        const auto six = value[static_cast<unsigned char>(c)];
        if (six < 0) break;
        bits = bits << 6 | static_cast<std::uint32_t>(six);
        count += 6;
        if (count < 8) continue;
        count -= 8;
        out += static_cast<char>(bits >> count & 0xFFU);
    }
    return out;
}

}  // namespace pbp::test
