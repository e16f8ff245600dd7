// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "common/sim/code/code.hpp"
#include "common/sim/run/finding.hpp"

namespace pbp::sim {

/// A word of memory as the shader would name it, e.g. "tile[5]" or "particles[3].velocity.y".
std::string name_of(const Code& code, const Place& place);

/// The type of that word; none if it has several, such as a texel.
Type::Kind kind_of(const Code& code, const Place& place);

}  // namespace pbp::sim
