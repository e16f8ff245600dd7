// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "common/lesson/lesson.hpp"

namespace pbp::plain_export {

/// All lessons that run in the framework; CMake writes the list.
const std::vector<const Lesson*>& all_lessons();

}  // namespace pbp::plain_export
