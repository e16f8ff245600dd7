// SPDX-License-Identifier: MIT
#pragma once

#include "common/lesson/lesson.hpp"
#include "common/lesson/options.hpp"

namespace pbp {

/// Checks what one option alone cannot: names of versions, the file for --shader and the version it replaces,
/// folders, whether there is anything to debug. Throws Error(wrong_usage).
void check_options(const Lesson& lesson, Options& options);

}  // namespace pbp
