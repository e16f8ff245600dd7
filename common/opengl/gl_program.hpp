// SPDX-License-Identifier: MIT
#pragma once

#include "common/device/backend.hpp"

namespace pbp {

/// Compiles and links a compute shader and reads back which names it kept. Throws
/// Error(shader_does_not_build).
Built gl_build(const glsl::Source& source);
/// The same for a vertex and a fragment shader.
Built gl_build(const glsl::Source& vertex, const glsl::Source& fragment);

/// Sets one uniform of a program.
void gl_set(Handle program, int location, const UniformValue& value);

}  // namespace pbp
