// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/event/version_report.hpp"

namespace pbp::plain {

/// Builds a learner's program with this build's compiler, runs it in all cases of its card, each the words of
/// its command line, and compares: what it prints with what our solution prints, and its calls with the laws
/// of call_laws.hpp. `settings` are those of captured(). Throws Error(shader_does_not_build) with the
/// compiler's messages, Error(machine_lacks) where there is no OpenGL 4.5 or no room for the programs, and
/// Error(time_limit) where one does not end.
VersionReport judged(const std::filesystem::path& card, const std::filesystem::path& program,
                     const std::vector<std::string>& settings);

}  // namespace pbp::plain
