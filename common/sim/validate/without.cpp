// SPDX-License-Identifier: MIT
// Replaces the validator in a build without SPIRV-Tools.
#include "common/sim/validate/validate.hpp"

#include "common/base/error.hpp"

namespace pbp::sim {

void validate(std::span<const std::uint32_t>) {
    fail(ExitCode::shader_does_not_build,
         "This build has no validator for SPIR-V, so it takes GLSL alone; give the shader's text.");
}

}  // namespace pbp::sim
