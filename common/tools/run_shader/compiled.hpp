// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "common/glsl/preprocess.hpp"

namespace pbp::run_shader {

/// True for a file that holds SPIR-V: by its name, or by its first bytes.
bool is_compiled(const std::filesystem::path& file);

/// A shader that was compiled elsewhere. Throws Error(shader_does_not_build) for what is not valid SPIR-V.
/// Lines refer to the text that it was compiled from, if the module has them; no other file is read.
glsl::Source read_compiled(const std::filesystem::path& file);

}  // namespace pbp::run_shader
