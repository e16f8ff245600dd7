// SPDX-License-Identifier: MIT
#include <stdexcept>

#include "common/opengl/context_egl.hpp"

namespace pbp {

bool has_display() {
    return true;  // every session has one
}

std::string driver_advice() {
    return "install your GPU's driver from its vendor; Microsoft's own driver and many remote desktops have "
           "only "
           "OpenGL 1.1";
}

std::vector<std::string> egl_devices() {
    return {};
}

Context::Egl::Egl(int gpu) {
    throw std::runtime_error(
        gpu < 0 ? "Windows has no EGL"
                : "--gpu chooses among EGL's devices and Windows has no EGL; choose the GPU in "
                  "the system's graphics settings");
}

Context::Egl::~Egl() = default;

Context::Loader Context::Egl::loader() {
    return nullptr;
}

}  // namespace pbp
