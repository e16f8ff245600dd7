// SPDX-License-Identifier: MIT
#pragma once

#include "common/check/values.hpp"
#include "common/sim/certified/promise.hpp"
#include "common/tools/run_shader/session.hpp"

namespace pbp::run_shader {

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
