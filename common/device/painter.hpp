// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "common/device/backend.hpp"

namespace pbp {

/// A window on the screen.
class Window {
  public:
    virtual ~Window() = default;
    /// False once the user has closed it.
    virtual bool is_open() const = 0;
    /// In pixels; 0 x 0 while minimised.
    virtual glm::uvec2 size() const = 0;
    /// The keys pressed since the last call: the characters they type; escape is '\x1b'.
    virtual std::string take_keys() = 0;
    /// Shows what was drawn since the last call, at the screen's next frame, and processes user input.
    virtual void present() = 0;
    /// Waits this long, or until there is user input, and processes it.
    virtual void wait(double seconds) = 0;
};

/// What a backend that can draw adds to the seam: points straight from the buffers that shaders wrote, to
/// images and a window. Image 0 is the window.
class Painter {
  public:
    virtual ~Painter() = default;
    /// A program of a vertex and a fragment shader. Throws Error(shader_does_not_build).
    virtual Built build(const glsl::Source& vertex, const glsl::Source& fragment) = 0;
    virtual void clear(Handle image, glm::vec4 color) = 0;
    /// Runs `count` invocations of the vertex shader, one point each; writes of earlier dispatches are
    /// visible to them. The fragment's alpha blends it over the existing pixels. +1 in y is the first row of
    /// an image, or the top of the window.
    virtual void draw_points(Handle program, std::uint32_t count, const Bindings& bindings, Handle image,
                             glm::uvec2 size) = 0;
    /// Copies an image into the window's upper left corner, pixel by pixel.
    virtual void show(Handle image, glm::uvec2 size) = 0;
    /// Null if the device was opened without one.
    virtual Window* window() = 0;
};

}  // namespace pbp
