// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "common/opengl/context.hpp"

namespace pbp {

/// True where windows can be made, if only hidden ones.
bool has_display();
/// What to install where no driver has what is needed.
std::string driver_advice();
/// After how many seconds without an answer this system resets a GPU; none where it leaves that to drivers.
std::optional<double> reset_limit_s();

/// A context without a surface; throws std::runtime_error with EGL's reason, and on Windows always.
struct Context::Egl {
    /// gpu: an index into egl_devices(), or -1 for the first device that is not a software renderer,
    /// otherwise any.
    explicit Egl(int gpu);
    ~Egl();
    Egl(const Egl&) = delete;
    Egl& operator=(const Egl&) = delete;
    static Loader loader();

    void* display = nullptr;  ///< EGLDisplay
    void* context = nullptr;  ///< EGLContext
    std::string description;
};

}  // namespace pbp
