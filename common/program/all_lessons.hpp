// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "common/lesson/lesson.hpp"

namespace pbp {

/// All lessons that run in the framework, by number. CMake writes the list; programs that need it link
/// pbp_lessons.
const std::vector<const Lesson*>& all_lessons();

}  // namespace pbp
