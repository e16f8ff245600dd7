// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace pbp::glsl {

/// Macros that give an invocation the ids of its mirror image in the workgroup: i becomes L-1-i on each axis.
std::string_view reversed_macros();

/// The text with each built-in local and global invocation id replaced by its macro; comments are left alone.
std::string with_reversed_ids(std::string_view text);

/// True if the text enables a subgroup extension: its lanes cannot be renumbered, so neither can its ids.
bool uses_subgroups(std::string_view text);

}  // namespace pbp::glsl
