// SPDX-License-Identifier: MIT
#pragma once

#include "common/lesson/lesson.hpp"

namespace pbp {

/// Runs each chosen version on simulators with several subgroup sizes and orders, each run checked and looked
/// through for faults, and tells how each came out. Gives the exit code of the first that is not right.
int sweep_versions(const Lesson& lesson, const Options& options, const ShaderTree& shaders, Sink& sink);

/// How the runs of a version came out, for a person: a table, sizes across and orders down, then each problem
/// once with the runs that have it, or that all agree.
std::vector<std::string> in_words(const std::vector<SweptRun>& runs);

}  // namespace pbp
