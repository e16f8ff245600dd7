// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/check/inputs.hpp"
#include "common/check/values.hpp"
#include "common/sim/certified/promise.hpp"
#include "common/tools/run_shader/session.hpp"

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

/// What --expect says of one buffer: by its place among those of the session.
struct Expected {
    std::size_t buffer = 0;
    std::string label;  ///< e.g. "the last pass (sum of Values)"
    Values values;      ///< its first numbers
    double tolerance = 0;
    sim::Promise promise = {};  ///< of every input
};
/// From what the buffers began with. Throws Error(wrong_usage) for a buffer that there is not, and for one
/// that is no array of 32-bit numbers.
Expected expected_of(const Wishes& wishes, const std::vector<BoundBuffer>& buffers);

/// The buffer that an expectation is about when none is named, and the one that it starts from; none: the
/// shader writes no buffer.
std::optional<std::size_t> result_among(const std::vector<BoundBuffer>& buffers);
std::size_t input_among(std::size_t result, const std::vector<BoundBuffer>& buffers, const Wishes& wishes);

/// The first `count` numbers of a buffer that is an array of 32-bit numbers.
Values numbers_of(const BoundBuffer& bound, const std::vector<std::uint32_t>& words);

}  // namespace pbp::run_shader
