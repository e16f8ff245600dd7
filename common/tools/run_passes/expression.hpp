// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace pbp::run_passes {

/// What the names in an expression mean.
using Names = std::map<std::string, std::int64_t, std::less<>>;

/// The value of an expression over whole numbers: + - * / % << >>, comparisons (1 or 0), parentheses, names,
/// min(a, b), max(a, b), ceil_div(a, b), log2(a) rounded down, next_power_of_two(a). Division rounds towards
/// zero. Throws Error(wrong_usage) whose sentence says what is wrong, without a place: an unknown name, a
/// division by zero, a value beyond 64 bits, nesting deeper than 64.
std::int64_t evaluate(const std::string& expression, const Names& names);

/// A text in which each {expression} is replaced by its value. Throws as evaluate() does.
std::string filled_in(const std::string& text, const Names& names);

/// True for what can be a name: letters, digits and _, not beginning with a digit.
bool is_name(const std::string& word);

}  // namespace pbp::run_passes
