// SPDX-License-Identifier: MIT
#include "common/gpu/context.hpp"

#include <cstdlib>

#include "common/error.hpp"
#include "common/gpu/context_egl.hpp"
#include "common/gpu/context_glfw.hpp"

namespace pbp {

namespace {

bool has_display() {
    return std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
}

constexpr const char* no_context = "No OpenGL 4.5 core context could be made ({}); {}.";

constexpr const char* what_to_do =
#ifdef __APPLE__
    "macOS stops at OpenGL 4.1, so the lessons need Linux: docs/setup.md says how to run them in a container";
#else
    "install a driver that has it, or Mesa's software renderer: sudo apt-get install libgl1-mesa-dri libegl1";
#endif

}  // namespace

Context::Context(const ContextOptions& options) {
    std::string reason;
    const bool want_glfw = options.visible || options.frames || options.kind == ContextKind::glfw ||
                           (options.kind == ContextKind::automatic && has_display() && options.gpu < 0);
    if (options.kind == ContextKind::glfw && !has_display())
        fail(ExitCode::machine_lacks,
             "--context glfw needs a display, and neither DISPLAY nor WAYLAND_DISPLAY is set; use --context "
             "egl.");
    if (options.frames && !has_display())
        fail(
            ExitCode::machine_lacks,
            "--capture needs a display for its frames, and neither DISPLAY nor WAYLAND_DISPLAY is set; start "
            "it under one that shows nothing: xvfb-run -a and then the command.");
    if (options.visible && !has_display())
        fail(ExitCode::machine_lacks,
             "--window needs a display, and neither DISPLAY nor WAYLAND_DISPLAY is set; leave --window out, "
             "and look at the pictures instead.");
    if (want_glfw) {
        try {
            glfw_ = std::make_unique<Glfw>(options);
            description_ = options.visible ? "GLFW window" : "GLFW, hidden window";
            loader_ = Glfw::loader();
            return;
        } catch (const std::runtime_error& problem) {
            reason = problem.what();
        }
        if (options.visible || options.frames || options.kind == ContextKind::glfw)
            fail(ExitCode::machine_lacks, no_context, reason, what_to_do);
    }
    try {
        egl_ = std::make_unique<Egl>(options.gpu);
        description_ = "EGL without a surface, " + egl_->description;
        loader_ = Egl::loader();
    } catch (const std::runtime_error& problem) {
        if (!reason.empty()) reason += "; ";
        fail(ExitCode::machine_lacks, no_context, reason + problem.what(), what_to_do);
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
