// SPDX-License-Identifier: MIT
#include "common/sim/code/functions.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <glm/gtc/packing.hpp>
#include <glm/integer.hpp>
#include <limits>
#include <numbers>

#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

namespace {

using u32 = std::uint32_t;

// Where GLSL 4.50, chapter 8, leaves the result of a function undefined: of the bits of its operands.

float as_float(u32 bits) {
    return std::bit_cast<float>(bits);
}
std::int32_t to_signed(u32 bits) {
    return static_cast<std::int32_t>(bits);
}
bool beyond_word(u32 offset, u32 count) {
    return offset > 32 || count > 32 || offset + count > 32;
}
bool is_zero(u32 x, u32, u32) {
    return as_float(x) == 0;
}
bool both_zero(u32 y, u32 x, u32) {
    return as_float(x) == 0 && as_float(y) == 0;
}
bool not_positive(u32 x, u32, u32) {
    return as_float(x) <= 0;
}
bool below_one(u32 x, u32, u32) {
    return as_float(x) < 1;
}
bool beyond_one(u32 x, u32, u32) {
    return std::fabs(as_float(x)) > 1;
}
bool not_within_one(u32 x, u32, u32) {
    return std::fabs(as_float(x)) >= 1;
}
bool too_large(u32 x, u32 exponent, u32) {
    return std::isfinite(as_float(x)) && std::isinf(std::ldexp(as_float(x), to_signed(exponent)));
}

u32 bits_of(float value) {
    return std::bit_cast<u32>(value);
}

template <typename T>
T sign(T x) {
    return x > 0 ? T(1) : x < 0 ? T(-1) : x;
}
template <typename T>
T clamp_of(T x, T low, T high) {
    return std::min(std::max(x, low), high);
}
template <typename T>
T smoothstep(T low, T high, T x) {
    const T t = clamp_of((x - low) / (high - low), T(0), T(1));
    return t * t * (3 - 2 * t);
}
template <typename T>
T mantissa(T x) {
    int exponent = 0;
    return std::frexp(x, &exponent);
}

// glm::bitfieldExtract and bitfieldInsert shift by 32 if a field begins there.
/// The lowest `count` bits; all of them for 32.
u32 low_bits(u32 count) {
    return count >= 32 ? ~0u : (1u << count) - 1u;
}
u32 extract_u(u32 value, u32 offset, u32 count) {
    return count == 0 || offset >= 32 ? 0u : value >> offset & low_bits(count);
}
u32 extract_i(u32 value, u32 offset, u32 count) {
    const u32 bits = extract_u(value, offset, count);
    return count == 0 || count >= 32 || (bits >> (count - 1) & 1u) == 0 ? bits : bits | ~low_bits(count);
}
u32 insert(u32 base, u32 inserted, u32 where) {
    const u32 offset = where >> 16, count = where & 0xFFFFu;
    if (offset >= 32) return base;
    const u32 mask = low_bits(count) << offset;
    return (base & ~mask) | (inserted << offset & mask);
}
u32 find_msb(u32 v) {
    return v == 0 ? ~0u : 31u - static_cast<u32>(std::countl_zero(v));
}

// glm::packUnorm1x8 and similar round halves away from zero; these round to even, as Mesa does.
u32 to_unorm(float x, float most) {
    return static_cast<u32>(std::nearbyint(clamp_of(x, 0.0f, 1.0f) * most));
}
u32 to_snorm(float x, float most) {
    return static_cast<u32>(static_cast<std::int32_t>(std::nearbyint(clamp_of(x, -1.0f, 1.0f) * most)));
}
float from_half(u32 bits) {
    return glm::unpackHalf1x16(static_cast<std::uint16_t>(bits & 0xFFFFu));
}
u32 to_half(float x) {
    return glm::packHalf1x16(x);
}

using F = ScalarFunction;
using Undefined = decltype(F::undefined);

/// Functions that do the same with floats and with doubles.
template <typename G>
constexpr F alike1(std::string_view name, G g, Undefined undefined = nullptr, const char* reason = "") {
    return {.name = name, .f1 = g, .d1 = g, .undefined = undefined, .reason = reason};
}
template <typename G>
constexpr F alike2(std::string_view name, G g) {
    return {.name = name, .f2 = g, .d2 = g};
}
template <typename G>
constexpr F alike3(std::string_view name, G g, Undefined undefined = nullptr, const char* reason = "") {
    return {.name = name, .f3 = g, .d3 = g, .undefined = undefined, .reason = reason};
}
constexpr F functions[] = {
    alike1("round", [](auto x) { return std::nearbyint(x); }),
    alike1("trunc", [](auto x) { return std::trunc(x); }),
    {.name = "abs",
     .f1 = [](float x) { return std::fabs(x); },
     .w1 = [](u32 x) { return x >> 31 != 0 ? 0u - x : x; },
     .d1 = [](double x) { return std::fabs(x); }},
    {.name = "sign",
     .f1 = [](float x) { return sign(x); },
     .w1 = [](u32 x) { return x >> 31 != 0 ? ~0u
                              : x != 0     ? 1u
                                           : 0u; },
     .d1 = [](double x) { return sign(x); }},
    alike1("floor", [](auto x) { return std::floor(x); }),
    alike1("ceil", [](auto x) { return std::ceil(x); }),
    alike1("fract", [](auto x) { return x - std::floor(x); }),
    {.name = "radians", .f1 = [](float x) { return x * (std::numbers::pi_v<float> / 180); }},
    {.name = "degrees", .f1 = [](float x) { return x * (180 / std::numbers::pi_v<float>); }},
    {.name = "sin", .f1 = [](float x) { return std::sin(x); }},
    {.name = "cos", .f1 = [](float x) { return std::cos(x); }},
    {.name = "tan", .f1 = [](float x) { return std::tan(x); }},
    {.name = "asin",
     .f1 = [](float x) { return std::asin(x); },
     .undefined = beyond_one,
     .reason = "asin of a number beyond 1"},
    {.name = "acos",
     .f1 = [](float x) { return std::acos(x); },
     .undefined = beyond_one,
     .reason = "acos of a number beyond 1"},
    {.name = "atan", .f1 = [](float x) { return std::atan(x); }},
    {.name = "atan2",
     .f2 = [](float y, float x) { return std::atan2(y, x); },
     .undefined = both_zero,
     .reason = "atan(0, 0)"},
    {.name = "sinh", .f1 = [](float x) { return std::sinh(x); }},
    {.name = "cosh", .f1 = [](float x) { return std::cosh(x); }},
    {.name = "tanh", .f1 = [](float x) { return std::tanh(x); }},
    {.name = "asinh", .f1 = [](float x) { return std::asinh(x); }},
    {.name = "acosh",
     .f1 = [](float x) { return std::acosh(x); },
     .undefined = below_one,
     .reason = "acosh of a number below 1"},
    {.name = "atanh",
     .f1 = [](float x) { return std::atanh(x); },
     .undefined = not_within_one,
     .reason = "atanh of a number that is not between -1 and 1"},
    {.name = "pow",
     .f2 = [](float x, float y) { return std::pow(x, y); },
     .undefined = [](u32 x, u32 y, u32) { return as_float(x) < 0 || (as_float(x) == 0 && as_float(y) <= 0); },
     .reason = "pow of a negative number, or of 0 without a positive exponent"},
    {.name = "exp", .f1 = [](float x) { return std::exp(x); }},
    {.name = "log",
     .f1 = [](float x) { return std::log(x); },
     .undefined = not_positive,
     .reason = "log of a number that is not positive"},
    {.name = "exp2", .f1 = [](float x) { return std::exp2(x); }},
    {.name = "log2",
     .f1 = [](float x) { return std::log2(x); },
     .undefined = not_positive,
     .reason = "log2 of a number that is not positive"},
    alike1("sqrt", [](auto x) { return std::sqrt(x); }),
    alike1(
        "inversesqrt", [](auto x) { return 1 / std::sqrt(x); }, not_positive,
        "inversesqrt of a number that is not positive"),
    alike3(
        "clamp", [](auto x, auto a, auto b) { return clamp_of(x, a, b); },
        [](u32, u32 low, u32 high) { return as_float(low) > as_float(high); },
        "clamp with a minimum above its maximum"),
    {.name = "clamp.u",
     .w3 = [](u32 x, u32, u32 high) { return std::min(x, high); },
     .undefined = [](u32, u32 low, u32 high) { return low > high; },
     .reason = "clamp with a minimum above its maximum"},
    {.name = "clamp.i",
     .w3 = [](u32 x, u32, u32 high) { return to_signed(x) < to_signed(high) ? x : high; },
     .undefined = [](u32, u32 low, u32 high) { return to_signed(low) > to_signed(high); },
     .reason = "clamp with a minimum above its maximum"},
    alike3("mix", [](auto a, auto b, auto t) { return a * (1 - t) + b * t; }),
    alike2("step", [](auto edge, auto x) { return x < edge ? decltype(x)(0) : decltype(x)(1); }),
    alike3(
        "smoothstep", [](auto a, auto b, auto x) { return smoothstep(a, b, x); },
        [](u32 low, u32 high, u32) { return as_float(low) >= as_float(high); },
        "smoothstep with an upper edge that is not above the lower one"),
    alike1("frexp.mantissa", [](auto x) { return mantissa(x); }),
    {.name = "frexp.exponent",
     .w1 =
         [](u32 bits) {
             int exponent = 0;
             std::frexp(as_float(bits), &exponent);
             return static_cast<u32>(exponent);
         },
     .d1 =
         [](double x) {
             int exponent = 0;
             std::frexp(x, &exponent);
             return static_cast<double>(exponent);
         }},
    {.name = "ldexp",
     .w2 = [](u32 bits,
              u32 by) { return bits_of(std::ldexp(as_float(bits), static_cast<std::int32_t>(by))); },
     .d2 = [](double x, double by) { return std::ldexp(x, static_cast<int>(by)); },
     .undefined = too_large,
     .reason = "ldexp with a result that is too large"},
    alike1(
        "inverse.determinant", [](auto x) { return x; }, is_zero, "the inverse of a singular matrix"),
    {.name = "bitCount", .w1 = [](u32 v) { return static_cast<u32>(std::popcount(v)); }},
    {.name = "bitfieldReverse", .w1 = [](u32 v) { return glm::bitfieldReverse(v); }},
    {.name = "bitfieldInsert",
     .w3 = insert,
     .undefined = [](u32, u32, u32 where) { return beyond_word(where >> 16, where & 0xFFFFu); },
     .reason = "bitfieldInsert beyond the last bit"},
    {.name = "bitfieldExtract.u",
     .w3 = extract_u,
     .undefined = [](u32, u32 offset, u32 count) { return beyond_word(offset, count); },
     .reason = "bitfieldExtract beyond the last bit"},
    {.name = "bitfieldExtract.i",
     .w3 = extract_i,
     .undefined = [](u32, u32 offset, u32 count) { return beyond_word(offset, count); },
     .reason = "bitfieldExtract beyond the last bit"},
    {.name = "mulHigh.u", .w2 = [](u32 a, u32 b) { return static_cast<u32>(std::uint64_t{a} * b >> 32); }},
    {.name = "mulHigh.i",
     .w2 =
         [](u32 a, u32 b) {
             return static_cast<u32>(static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(a)} *
                                                                static_cast<std::int32_t>(b)) >>
                                     32);
         }},
    {.name = "findLSB", .w1 = [](u32 v) { return v == 0 ? ~0u : static_cast<u32>(std::countr_zero(v)); }},
    {.name = "findMSB.u", .w1 = find_msb},
    {.name = "findMSB.i", .w1 = [](u32 v) { return find_msb(v >> 31 != 0 ? ~v : v); }},
    {.name = "quantizeToF16", .f1 = [](float x) { return from_half(to_half(x)); }},
    {.name = "pack.unorm8", .w1 = [](u32 bits) { return to_unorm(as_float(bits), 255); }},
    {.name = "pack.snorm8", .w1 = [](u32 bits) { return to_snorm(as_float(bits), 127) & 0xFFu; }},
    {.name = "pack.unorm16", .w1 = [](u32 bits) { return to_unorm(as_float(bits), 65535); }},
    {.name = "pack.snorm16", .w1 = [](u32 bits) { return to_snorm(as_float(bits), 32767) & 0xFFFFu; }},
    {.name = "pack.half", .w1 = [](u32 bits) { return to_half(as_float(bits)); }},
    {.name = "unpack.unorm8", .w1 = [](u32 v) { return bits_of(static_cast<float>(v & 0xFFu) / 255); }},
    {.name = "unpack.snorm8",
     .w1 =
         [](u32 v) {
             return bits_of(std::max(static_cast<float>(static_cast<std::int8_t>(v & 0xFFu)) / 127, -1.0f));
         }},
    {.name = "unpack.unorm16", .w1 = [](u32 v) { return bits_of(static_cast<float>(v & 0xFFFFu) / 65535); }},
    {.name = "unpack.snorm16",
     .w1 =
         [](u32 v) {
             return bits_of(
                 std::max(static_cast<float>(static_cast<std::int16_t>(v & 0xFFFFu)) / 32767, -1.0f));
         }},
    {.name = "unpack.half", .w1 = [](u32 v) { return bits_of(from_half(v)); }},
};

}  // namespace

std::uint32_t function_of(std::string_view name) {
    const auto found = std::ranges::find(functions, name, &F::name);
    if (found == std::end(functions)) malformed("there is no function '{}'", name);
    return static_cast<std::uint32_t>(found - std::begin(functions));
}

std::uint32_t number_of_functions() {
    return static_cast<std::uint32_t>(std::size(functions));
}

const ScalarFunction& scalar_function(std::uint32_t number) {
    return functions[number];
}

float rounded_to_half(float value) {
    return from_half(to_half(value));
}

}  // namespace pbp::sim
