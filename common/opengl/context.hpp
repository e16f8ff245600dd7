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
    /// Among EGL devices as `doctor` lists them; -1: the first that is not a software renderer.
    int gpu = -1;
    bool visible = false;  ///< a window to look at; needs GLFW
    std::string title = "Pass by Pass";
    bool frames = false;  ///< a window whose buffers can be swapped, hidden or not; needs GLFW
};

/// A current OpenGL 4.5 core context: a GLFW window (hidden unless asked for) if there is a display,
/// otherwise EGL without a surface. Lost after a GPU reset; a debug context in debug builds. Throws
/// Error(machine_lacks) if no driver provides OpenGL 4.5.
class Context {
  public:
    explicit Context(const ContextOptions& options);
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    /// How the context was obtained, in words.
    const std::string& description() const { return description_; }

    /// Ends a frame of the window; does nothing without a window.
    void swap_buffers();

    using Loader = void (*(*)(const char*))();
    /// Null if there is no visible window.
    Window* window() const;

    /// The function that looks up OpenGL functions by name.
    Loader loader() const { return loader_; }

  private:
    struct Glfw;
    struct Egl;
    std::unique_ptr<Glfw> glfw_;
    std::unique_ptr<Egl> egl_;
    std::string description_;
    Loader loader_ = nullptr;
};

/// Descriptions of this machine's EGL devices, in the order of --gpu.
std::vector<std::string> egl_devices();

}  // namespace pbp
