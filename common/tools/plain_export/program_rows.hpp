// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/tools/plain_export/story.hpp"

/// The tables of a program, and what compares its result, as C++.
namespace pbp::plain_export {

std::string value_text(const Story::Uniform& uniform);

/// True if a program has the same value of a uniform in all of its steps.
bool constant(const Story& story, Handle program, const Story::Uniform& uniform);

/// A row of the schedule. `sets` are its uniforms that vary; without them where no row has any (`varying`).
std::string step_row(const Story& story, const Story::Step& step, const std::vector<Story::Uniform>& sets,
                     bool varying);

/// The row of a buffer or an image: its size, what of it is input, and what the rest holds. Throws
/// Error(wrong_usage) where its contents are neither.
std::string buffer_row(const Story::Buffer& buffer, const std::vector<std::uint32_t>& input, bool restores);

/// The end of is_right().
std::string comparison(const bench::Comparison& how);

}  // namespace pbp::plain_export
