// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

/// Where GLSL 4.50, chapter 8, leaves the result of a function undefined. Takes the bits of its operands.
namespace pbp::sim::domains {

using u32 = std::uint32_t;

inline float as_float(u32 bits) {
    return std::bit_cast<float>(bits);
}
inline std::int32_t to_signed(u32 bits) {
    return static_cast<std::int32_t>(bits);
}
inline bool beyond_word(u32 offset, u32 count) {
    return offset > 32 || count > 32 || offset + count > 32;
}
inline bool is_zero(u32 x, u32, u32) {
    return as_float(x) == 0;
}
inline bool both_zero(u32 y, u32 x, u32) {
    return as_float(x) == 0 && as_float(y) == 0;
}
inline bool not_positive(u32 x, u32, u32) {
    return as_float(x) <= 0;
}
inline bool below_one(u32 x, u32, u32) {
    return as_float(x) < 1;
}
inline bool beyond_one(u32 x, u32, u32) {
    return std::fabs(as_float(x)) > 1;
}
inline bool not_within_one(u32 x, u32, u32) {
    return std::fabs(as_float(x)) >= 1;
}
inline bool too_large(u32 x, u32 exponent, u32) {
    return std::isfinite(as_float(x)) && std::isinf(std::ldexp(as_float(x), to_signed(exponent)));
}

}  // namespace pbp::sim::domains
