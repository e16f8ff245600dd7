// SPDX-License-Identifier: MIT
#pragma once

#include "common/lesson/lesson.hpp"

namespace pbp {

/// Tries every combination of the numbers that the chosen versions leave open: checks each once, then times
/// those that are right in turns, and draws the curves. Reports each version to the sink. Returns 0, 1 where
/// a combination gives a wrong result, or the exit code of a version of which none could run.
int tune_versions(Device& device, const Lesson& lesson, const Options& options, Sink& sink);

}  // namespace pbp
