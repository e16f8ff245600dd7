// SPDX-License-Identifier: MIT
#pragma once

#include "common/lesson/lesson.hpp"

namespace pbp {

/// `options` with what these words say, e.g. "--n 37 --data random", or by flag. Throws WrongWords.
Options with_words(const Lesson& lesson, Options options, const std::string& words);
Options with_words(const Lesson& lesson, Options options, const WordsByFlag& words);

/// The words of an option that repeats, out of its value.
std::vector<std::string> lines_of(const std::string& value);
/// The words of such options as they are typed: of one that repeats, as often as it has lines.
std::vector<std::string> typed(const WordsByFlag& words);

}  // namespace pbp
