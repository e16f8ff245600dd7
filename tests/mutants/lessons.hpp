// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "common/lesson/lesson.hpp"

namespace pbp::mutants {

/// All lessons, whose mains are linked into this program under other names: each hands its lesson to
/// take_lesson() in the place of run_lesson().
const std::vector<const Lesson*>& all_lessons();

}  // namespace pbp::mutants
