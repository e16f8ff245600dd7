// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/check/inputs.hpp"

namespace pbp::run_passes {

/// What an algorithm can be expected to make of its input, by name: sorted, descending, sum, minimum,
/// maximum, inclusive_scan, exclusive_scan, reversed, histogram, copy.
const std::vector<std::string>& expectation_names();

/// The first numbers that a buffer must hold, as their 32-bit patterns, computed from the input by the
/// plainest CPU code; whole numbers wrap around as in GLSL. `size` is the buffer's number of elements, of
/// which a histogram has as many bins. A sum has one number. Throws Error(wrong_usage) for floats in a
/// histogram.
std::vector<std::uint32_t> expected(const std::string& name, const std::vector<std::uint32_t>& input,
                                    ValueType type, std::size_t size);

}  // namespace pbp::run_passes
