// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "common/glsl/preprocess.hpp"

namespace pbp::sim {

/// Compiles a compute shader to SPIR-V, unoptimised and with line numbers, with the glslang library: in
/// OpenGL's dialect of GLSL, or, if it does not build there, in Vulkan's. Lines are those of `source.text`:
/// Source::locate maps them back. Throws Error(shader_does_not_build) with the message of glsl::explain.
std::vector<std::uint32_t> compile(const glsl::Source& source);

}  // namespace pbp::sim
