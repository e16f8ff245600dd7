// SPDX-License-Identifier: MIT
#include <stdexcept>

#include "common/base/windows_error.hpp"
#include "common/opengl/context_egl.hpp"

namespace pbp {

bool has_display() {
    return true;  // every session has one
}

std::string driver_advice() {
    if (::GetSystemMetrics(SM_REMOTESESSION) != 0)
        return "sit at the machine itself: this is a remote desktop, and many of them have OpenGL 1.1 only";
    return "install your GPU's driver from its vendor";
}

std::optional<double> reset_limit_s() {
    DWORD seconds = 2, size = sizeof seconds;  // Windows' own choice, unless somebody has set another
    ::RegGetValueW(HKEY_LOCAL_MACHINE, L"System\\CurrentControlSet\\Control\\GraphicsDrivers", L"TdrDelay",
                   RRF_RT_REG_DWORD, nullptr, &seconds, &size);
    return seconds;
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
