// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "common/lesson/lesson.hpp"

namespace pbp::mutants {

/// All lessons, by number.
const std::vector<const Lesson*>& all_lessons();

}  // namespace pbp::mutants
