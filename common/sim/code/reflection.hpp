// SPDX-License-Identifier: MIT
#pragma once

#include "common/device/backend.hpp"
#include "common/sim/code/code.hpp"

namespace pbp::sim {

/// What an OpenGL compiler reports about the names that it kept: uniforms, storage blocks and their members.
/// A uniform's location is its index among the code's uniforms; images have none.
Built reflected(const Code& code);

/// A type as GLSL spells it, e.g. "uvec3".
std::string name_of_type(const Module& module, Id type);

}  // namespace pbp::sim
