// SPDX-License-Identifier: MIT
// A context without a window, for machines without a display: servers, containers, CI.
#pragma once

#include <glad/gl.h>
#if __has_include(<EGL/egl.h>)
#include <EGL/egl.h>
#include <EGL/eglext.h>

/// Makes a core context of at least this version current, of any version for 0.0. Returns what finds its
/// functions, or a null pointer.
inline GLADloadfunc create_context_egl(int major, int minor) {
    const EGLDisplay display =
        eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (eglInitialize(display, nullptr, nullptr) == EGL_FALSE || eglBindAPI(EGL_OPENGL_API) == EGL_FALSE)
        return nullptr;
    const EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_DONT_CARE, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    eglChooseConfig(display, wanted, &config, 1, &count);
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION,
                              major,
                              EGL_CONTEXT_MINOR_VERSION,
                              minor,
                              EGL_CONTEXT_OPENGL_DEBUG,
                              EGL_TRUE,
                              EGL_NONE};
    const EGLint any[] = {EGL_NONE};
    const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, major > 0 ? version : any);
    // No surface: a compute shader draws nothing.
    if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_FALSE) return nullptr;
    return context != EGL_NO_CONTEXT ? eglGetProcAddress : nullptr;
}

/// Ends what create_context_egl began.
inline void end_context_egl() {
    const EGLDisplay display = eglGetCurrentDisplay();
    if (display != EGL_NO_DISPLAY) eglTerminate(display);
}
#else  // as on Windows, where there is always a display
inline GLADloadfunc create_context_egl(int, int) {
    return nullptr;
}
inline void end_context_egl() {}
#endif
