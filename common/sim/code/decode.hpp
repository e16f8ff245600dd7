// SPDX-License-Identifier: MIT
#pragma once

#include "common/sim/code/code.hpp"

namespace pbp::sim {

/// Turns a module into code for the executor. Throws Error(shader_does_not_build) with name and line for an
/// instruction that the simulator does not support.
Code decode(Module module);

}  // namespace pbp::sim
