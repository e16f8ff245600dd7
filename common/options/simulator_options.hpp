// SPDX-License-Identifier: MIT
#pragma once

#include "common/lesson/lesson.hpp"
#include "common/options/option_group.hpp"

namespace pbp {

/// --sim and what belongs to it. `options` must outlive the parsing.
void add_simulator(OptionGroup simulator, Options& options);

/// --sim-compare, for a lesson.
void add_comparison(OptionGroup simulator, Options& options);
/// Makes full names of the two versions, and chooses them. Throws Error(wrong_usage) for any that are not two
/// different versions.
void check_comparison(const Lesson& lesson, Options& options);

}  // namespace pbp
