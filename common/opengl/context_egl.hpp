// SPDX-License-Identifier: MIT
#pragma once

#include <EGL/egl.h>

#include <string>

#include "common/opengl/context.hpp"

namespace pbp {

/// A context without a surface; throws std::runtime_error with EGL's reason.
struct Context::Egl {
    /// gpu: an index into egl_devices(), or -1 for the first device that is not a software renderer,
    /// otherwise any.
    explicit Egl(int gpu);
    ~Egl();
    Egl(const Egl&) = delete;
    Egl& operator=(const Egl&) = delete;
    static Loader loader();

    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;
    std::string description;
};

}  // namespace pbp
