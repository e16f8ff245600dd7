// SPDX-License-Identifier: MIT
// Replaces the OpenGL device in a build without it: -DPBP_OPENGL=OFF.
#include "common/opengl/opengl.hpp"

#include "common/base/error.hpp"

namespace pbp {

bool has_open_gl() {
    return false;
}

std::unique_ptr<Backend> open_gl(const ContextOptions&) {
    fail(ExitCode::machine_lacks,
         "This build has no OpenGL (-DPBP_OPENGL=OFF); run with --sim, which needs no OpenGL, or configure "
         "again "
         "with cmake -S . -B build -DPBP_OPENGL=ON.");
}

void record_calls(std::function<void(const calls::Call&)>) {}

std::vector<std::string> egl_devices() {
    return {};
}

}  // namespace pbp
