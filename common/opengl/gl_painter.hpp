// SPDX-License-Identifier: MIT
#pragma once

#include <glad/gl.h>

#include "common/device/painter.hpp"
#include "common/opengl/gl_image.hpp"
#include "common/opengl/gl_messages.hpp"

namespace pbp {

/// Drawing with OpenGL, to images through a framebuffer of its own.
class GlPainter final : public Painter {
  public:
    /// `window` may be null.
    GlPainter(Window* window, GlMessages& messages, GlBindings& bindings);
    ~GlPainter() override;
    GlPainter(const GlPainter&) = delete;
    GlPainter& operator=(const GlPainter&) = delete;

    Built build(const glsl::Source& vertex, const glsl::Source& fragment) override;
    void clear(Handle image, glm::vec4 color) override;
    void draw_points(Handle program, std::uint32_t count, const Bindings& bindings, Handle image,
                     glm::uvec2 size) override;
    void show(Handle image, glm::uvec2 size) override;
    Window* window() override { return window_; }

  private:
    GLuint framebuffer_of(Handle image);

    Window* window_;
    GlMessages& messages_;
    GlBindings& bindings_;
    GLuint framebuffer_ = 0, no_attributes_ = 0;
};

}  // namespace pbp
