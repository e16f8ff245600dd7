// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/check/inputs.hpp"
#include "common/sim/certified/promise.hpp"

namespace pbp::run_shader {

/// What an algorithm can be expected to make of its input, by name: sorted, descending, sum, minimum,
/// maximum, inclusive_scan, exclusive_scan, reversed, histogram, copy.
const std::vector<std::string>& expectation_names();

/// The first numbers that a buffer must hold, as their 32-bit patterns, computed from the input by the
/// plainest CPU code; whole numbers wrap around as in GLSL. `size` is the buffer's number of elements, of
/// which a histogram has as many bins. A sum has one number. Throws Error(wrong_usage) for floats in a
/// histogram.
std::vector<std::uint32_t> expected(const std::string& name, const std::vector<std::uint32_t>& input,
                                    ValueType type, std::size_t size);

/// What that says of every input, for a certificate.
sim::Promise promise_of(const std::string& name, ValueType type);

/// "total=sum" as "total" and "sum"; the first is empty where a word names no buffer.
std::pair<std::string, std::string> expectation_from(const std::string& word);
/// Why `count` numbers are not what a buffer of `size` can be compared with: it holds fewer; or, where
/// somebody listed them, it holds more, most of which nobody would look at. Empty: they are.
std::string misfit(const std::string& buffer, std::size_t size, std::size_t count, bool listed);
/// Throws Error(wrong_usage) for a word of --expect that is neither a name nor a file.
void check_expected(const std::string& word);

}  // namespace pbp::run_shader
