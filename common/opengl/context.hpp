// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace pbp {

class Window;

enum class ContextKind { automatic, glfw, egl };

struct ContextOptions {
    ContextKind kind = ContextKind::automatic;
    int gpu = -1;  ///< among EGL devices as `doctor` lists them; -1: the first that is no software renderer
    bool visible = false;  ///< a window to look at; needs GLFW
    std::string title = "Pass by Pass";
    bool frames = false;  ///< a window whose buffers can be swapped, hidden or not; needs GLFW
};

/// A current OpenGL 4.5 core context: a GLFW window (hidden unless asked for) where there is a display, EGL
/// without a surface where there is none. Lost after a reset of the GPU; a debug context in debug builds.
/// Throws Error(machine_lacks) where no driver gives OpenGL 4.5.
class Context {
  public:
    explicit Context(const ContextOptions& options);
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    /// How the context was reached, in words.
    const std::string& description() const { return description_; }

    /// Ends a frame of the window; without a window there are no frames, and nothing happens.
    void swap_buffers();

    using Loader = void (*(*)(const char*))();
    /// Null where there is none to look at.
    Window* window() const;

    /// The function that finds OpenGL's functions by name.
    Loader loader() const { return loader_; }

  private:
    struct Glfw;
    struct Egl;
    std::unique_ptr<Glfw> glfw_;
    std::unique_ptr<Egl> egl_;
    std::string description_;
    Loader loader_ = nullptr;
};

/// The EGL devices of this machine in words, in the order that --gpu counts them.
std::vector<std::string> egl_devices();

}  // namespace pbp
