// SPDX-License-Identifier: MIT
#pragma once

#include "common/lesson/lesson.hpp"

namespace pbp {

/// Runs the chosen versions on the simulator, each checked and looked through for faults, and tells what each
/// of its shaders did line by line. Gives the exit code of the first that is not right.
int simulate_versions(const Lesson& lesson, const Options& options, const ShaderTree& shaders, Sink& sink);

}  // namespace pbp
