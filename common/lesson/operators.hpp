// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include "common/check/cause.hpp"
#include "common/lesson/lesson.hpp"
#include "common/picture/strip/strip.hpp"
#include "common/record/pass.hpp"

/// What a reduction or a scan makes of two values, and the words of --operator.
namespace pbp {

/// Associative and commutative, so that a tree may take values in any order.
enum class Operator : std::uint8_t { sum, maximum, minimum, product, exclusive_or };

/// a + b as integers add in a shader: modulo 2^32.
template <typename T>
T add(T a, T b) {
    return static_cast<T>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}
/// a + b without a float's rounding; beyond the largest float it is infinite, as a float is.
inline double add(double a, double b) {
    constexpr double first_infinite = 0x1.ffffffp127;
    const double sum = a + b;
    return std::abs(sum) < first_infinite || std::isnan(sum)
               ? sum
               : std::copysign(std::numeric_limits<double>::infinity(), sum);
}

/// What the operator makes of two values: integers modulo 2^32; floats, in double, only add or compare.
template <typename T>
T combined(Operator by, T a, T b) {
    if (by == Operator::maximum) return a < b ? b : a;
    if (by == Operator::minimum) return b < a ? b : a;
    if constexpr (std::is_integral_v<T>) {
        const auto x = static_cast<std::uint32_t>(a), y = static_cast<std::uint32_t>(b);
        if (by == Operator::product) return static_cast<T>(x * y);
        if (by == Operator::exclusive_or) return static_cast<T>(x ^ y);
    }
    return add(a, b);
}

/// The value that changes no other: what padding holds.
template <typename T>
T identity(Operator by) {
    using Limits = std::numeric_limits<T>;
    if (by == Operator::maximum) return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    if (by == Operator::minimum) return Limits::has_infinity ? Limits::infinity() : Limits::max();
    return by == Operator::product ? T{1} : T{0};
}

/// What --operator asks for. Throws Error(wrong_usage) for an unknown word.
Operator operator_of(const std::string& word);
inline Operator operator_of(const Options& options) {
    return operator_of(options.extra.at("--operator"));
}
std::string to_string(Operator by);
/// What a reduction or a scan of such elements promises.
sim::Promise promise_of(Operator by, sim::Promise::Makes makes, ValueType type);
inline void check_operator(const std::string& word) {
    operator_of(word);
}

inline const LessonOption operator_option{
    "--operator", "NAME",         "what your edited shader is compared with: sum, max, min, product or xor",
    "sum",        check_operator, {},
    false};

/// What --sums asks the cells of a strip to show: values, or ranges of the elements that were added.
void check_sums(const std::string& word);
inline const LessonOption sums_option{
    "--sums", "FORM",
    "what the cells of the strip show: values, or ranges such as 0..3, the sum of elements 0 to 3", "values",
    check_sums};

/// Lets a strip show ranges if --sums asks for them.
void show_sums(picture::Strip& strip, const Options& options);

/// A name or a sentence about sums, in words that fit the operator: "3 partial sums" are "3 partial results".
std::string in_words_of(Operator by, std::string about_sums);
/// The sentence on how to read a picture of sums, for this operator.
std::string read_as(Operator by, const std::string& about_sums);
/// The cause of a pass that holds what adding gives.
Cause still_adds(Operator by);

}  // namespace pbp
