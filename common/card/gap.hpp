// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "common/card/card.hpp"

/// An exercise is one file: our solution, with its gaps marked. What a learner starts from is cut from it.
///
///     // [gap]
///     const uint slot = before + within - own;     our lines
///     //| // TODO: where does cell i go?           what a learner starts from, if anything
///     //| const uint slot = 0u;
///     // [/gap]
namespace pbp::exercises {

/// The text that a learner starts from: each gap holds what follows `//| `, instead of our lines. Throws
/// Error(wrong_usage), with file and line, for a gap that does not end, is in another or empty, an end
/// without a begin, and `//|` outside of gaps.
std::string skeleton_of(const Exercise& exercise);

/// The text of our solution, without the marks. Throws as skeleton_of() does.
std::string solution_of(const Exercise& exercise);

/// The lines of a text that hold more than a comment, without that: two files with the same ones do the same.
std::string code_in(const std::string& text);

}  // namespace pbp::exercises
