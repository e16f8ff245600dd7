// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>

#include "common/device/backend.hpp"
#include "common/opengl/calls/call_log.hpp"
#include "common/opengl/context.hpp"

namespace pbp {

/// False in a build with -DPBP_OPENGL=OFF, where open_gl always throws.
bool has_open_gl();

/// OpenGL 4.5 as the backend of a Device: makes the context current on the calling thread, the only one that
/// may use it. Throws Error(machine_lacks).
std::unique_ptr<Backend> open_gl(const ContextOptions& options);

/// `heard` gets every call of OpenGL that a compute program makes, from now on; once per process, after
/// open_gl.
void record_calls(std::function<void(const calls::Call&)> heard);

}  // namespace pbp
