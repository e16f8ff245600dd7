// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/check/inputs.hpp"

namespace pbp {

/// An unsigned key that sorts as the value does: integers with the sign bit flipped, floats by the order of
/// their bit patterns (-0 before +0, every NaN last). Comparing such keys never involves a NaN, which a GLSL
/// compiler may assume away.
inline std::uint32_t key_of(std::uint32_t bits, ValueType type) {
    constexpr std::uint32_t sign = 0x80000000u;
    if (type == ValueType::uint32) return bits;
    if (type == ValueType::int32) return bits ^ sign;
    if (std::isnan(std::bit_cast<float>(bits))) return bits | sign | 0x00400000u;
    return (bits & sign) != 0 ? ~bits : bits | sign;
}

/// The value's bit pattern, recovered from its key. A NaN comes back as a positive quiet one.
inline std::uint32_t bits_of_key(std::uint32_t key, ValueType type) {
    constexpr std::uint32_t sign = 0x80000000u;
    if (type == ValueType::uint32) return key;
    if (type == ValueType::int32) return key ^ sign;
    return (key & sign) != 0 ? key ^ sign : ~key;
}

enum class SortOrder : std::uint8_t { ascending, descending };

/// True if a key must end up before another.
inline bool before(SortOrder order, std::uint32_t a, std::uint32_t b) {
    return order == SortOrder::ascending ? a < b : b < a;
}

/// The same keys in order.
inline std::vector<std::uint32_t> sorted(std::vector<std::uint32_t> keys,
                                         SortOrder order = SortOrder::ascending) {
    std::ranges::sort(keys, [order](auto a, auto b) { return before(order, a, b); });
    return keys;
}

}  // namespace pbp
