// SPDX-License-Identifier: MIT
#pragma once

#include "common/device/backend.hpp"
#include "common/sim/code/code.hpp"

namespace pbp::sim {

/// What a compiler of OpenGL tells of the names that it kept: uniforms, storage blocks and what lies in them.
/// A uniform's location is its place among the code's uniforms; images have none.
Built reflected(const Code& code);

/// A type in GLSL's words, e.g. "uvec3".
std::string name_of_type(const Module& module, Id type);

}  // namespace pbp::sim
