// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/lesson/operation.hpp"

namespace pbp::bench {

/// The first `count` words of a result as the device holds it; an image gives a word a pixel.
std::vector<std::uint32_t> read_words(Backend& device, Handle result, const Outcome& outcome,
                                      std::size_t count);

/// Where a result differs from what is expected, in words; empty: nowhere. With any_order, `expected` must
/// be sorted.
std::string difference(std::vector<std::uint32_t> got, const std::vector<std::uint32_t>& expected,
                       const Comparison& comparison);

}  // namespace pbp::bench
