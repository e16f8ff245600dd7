// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace pbp {

/// FNV-1a, 64 bits (Fowler, Noll and Vo, http://www.isthe.com/chongo/tech/comp/fnv/) over the bytes of
/// `count` words, lowest byte first: two programs with equal sums have equal results. `sum` continues a sum
/// over earlier words. C++17, because CUDA programs include it too.
inline std::uint64_t fnv1a(const std::uint32_t* words, std::size_t count,
                           std::uint64_t sum = 0xCBF29CE484222325u) {
    for (std::size_t i = 0; i < count; ++i)
        for (unsigned shift = 0; shift < 32; shift += 8)
            sum = (sum ^ ((words[i] >> shift) & 0xFFu)) * 0x100000001B3u;
    return sum;
}

/// A sum over words that only this program compares: several times as fast as FNV-1a, because it takes whole
/// words, four at once.
inline std::uint64_t quick_sum(const std::uint32_t* words, std::size_t count) {
    constexpr std::uint64_t factor = 0x9E3779B97F4A7C15u;
    std::uint64_t a = 1, b = 2, c = 3, d = 4;
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        a = (a ^ words[i]) * factor;
        b = (b ^ words[i + 1]) * factor;
        c = (c ^ words[i + 2]) * factor;
        d = (d ^ words[i + 3]) * factor;
    }
    for (; i < count; ++i) a = (a ^ words[i]) * factor;
    for (const auto one : {b, c, d}) a = (a ^ one ^ one >> 32) * factor;
    return a;
}

/// FNV-1a, 64 bits, over the bytes of a string.
inline std::uint64_t fnv1a(std::string_view text, std::uint64_t sum = 0xCBF29CE484222325u) {
    for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
    return sum;
}

}  // namespace pbp
