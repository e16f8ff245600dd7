// SPDX-License-Identifier: MIT
#include "common/opengl/context.hpp"

#include <fmt/ranges.h>

#include <cstdlib>

#include "common/base/error.hpp"
#include "common/opengl/context_egl.hpp"
#include "common/opengl/context_glfw.hpp"
#include "common/opengl/driver_advice.hpp"

namespace pbp {

namespace {

/// Those environment variables that are set and can keep a driver from creating a context.
std::string suspects(bool tried_display) {
    std::vector<const char*> names{"MESA_GL_VERSION_OVERRIDE",
                                   "MESA_LOADER_DRIVER_OVERRIDE",
                                   "GALLIUM_DRIVER",
                                   "LIBGL_DRIVERS_PATH",
                                   "EGL_PLATFORM",
                                   "__EGL_VENDOR_LIBRARY_FILENAMES",
                                   "__EGL_VENDOR_LIBRARY_DIRS"};
    if (tried_display) names.insert(names.end(), {"DISPLAY", "WAYLAND_DISPLAY"});
    std::vector<std::string> set;
    for (const char* name : names)
        if (const char* value = std::getenv(name); value != nullptr)
            set.push_back(fmt::format("{}={}", name, value));
    return fmt::format("{}", fmt::join(set, " and "));
}

[[noreturn]] void refuse(const std::string& reason, bool tried_display, const DriverNames& driver) {
    const auto variables = suspects(tried_display);
    fail(ExitCode::machine_lacks,
         "No OpenGL 4.5 core context could be created ({}); run with --sim, which needs no OpenGL, or {}.",
         reason, variables.empty() ? advice_for(driver, driver_advice()) : "correct or unset " + variables);
}

}  // namespace

Context::Context(const ContextOptions& options) {
    std::string reason;
    DriverNames driver;
    const bool want_glfw = options.visible || options.frames || options.kind == ContextKind::glfw ||
                           (options.kind == ContextKind::automatic && has_display() && options.gpu < 0);
    if (options.kind == ContextKind::glfw && !has_display())
        fail(ExitCode::machine_lacks,
             "--context glfw needs a display, but neither DISPLAY nor WAYLAND_DISPLAY is set; use --context "
             "egl.");
    if (options.frames && !has_display())
        fail(ExitCode::machine_lacks,
             "capture needs a display for its frames, but neither DISPLAY nor WAYLAND_DISPLAY is set; run "
             "it under a virtual one: xvfb-run -a COMMAND.");
    if (options.visible && !has_display())
        fail(ExitCode::machine_lacks,
             "window needs a display, but neither DISPLAY nor WAYLAND_DISPLAY is set; leave the verb out and "
             "look at the pictures instead.");
    if (want_glfw) {
        try {
            glfw_ = std::make_unique<Glfw>(options);
            description_ = options.visible ? "GLFW window" : "GLFW, hidden window";
            loader_ = Glfw::loader();
            return;
        } catch (const DriverTooOld& problem) {
            reason = problem.what();
            driver = problem.driver;
        } catch (const std::runtime_error& problem) {
            reason = problem.what();
        }
        if (options.visible || options.frames || options.kind == ContextKind::glfw)
            refuse(reason, true, driver);
    }
    try {
        egl_ = std::make_unique<Egl>(options.gpu);
        description_ = "EGL without a surface, " + egl_->description;
        loader_ = Egl::loader();
    } catch (const std::runtime_error& problem) {
        refuse(reason + (reason.empty() ? "" : "; ") + problem.what(), want_glfw, driver);
    }
}

Context::~Context() = default;

Window* Context::window() const {
    return glfw_ != nullptr ? glfw_->to_look_at() : nullptr;
}

void Context::swap_buffers() {
    if (glfw_ != nullptr) glfw_->swap_buffers();
}

}  // namespace pbp
