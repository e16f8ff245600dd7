// SPDX-License-Identifier: MIT
#pragma once

#include "common/tools/run_shader/wishes.hpp"

namespace pbp::run_shader {

/// Writes the description (NAME.pass.json) of the run that was asked for, as a start for one of several
/// dispatches. Throws Error(wrong_usage) where the file exists, or where the shader is not below its
/// folder.
void dump_passes(const Wishes& wishes);

}  // namespace pbp::run_shader
