// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "common/lesson/lesson.hpp"
#include "common/lesson/options.hpp"

namespace pbp {

/// Reads a lesson's command line. Ends by an exit code instead where there is nothing more to do: --help (0),
/// or wrong usage (2), which is said in one sentence on stderr.
std::optional<int> parse_options(int argc, const char* const* argv, const Lesson& lesson, Options& options);

}  // namespace pbp
