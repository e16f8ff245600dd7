// SPDX-License-Identifier: MIT
#include "common/opengl/gl_painter.hpp"

#include <glm/gtc/type_ptr.hpp>

#include "common/base/error.hpp"
#include "common/opengl/gl_program.hpp"

namespace pbp {

GlPainter::GlPainter(Window* window, GlMessages& messages, GlBindings& bindings)
    : window_(window), messages_(messages), bindings_(bindings) {
    glCreateFramebuffers(1, &framebuffer_);
    glCreateVertexArrays(1, &no_attributes_);  // the core profile draws nothing without one
}

GlPainter::~GlPainter() {
    glDeleteVertexArrays(1, &no_attributes_);
    glDeleteFramebuffers(1, &framebuffer_);
}

Built GlPainter::build(const glsl::Source& vertex, const glsl::Source& fragment) {
    GLint blocks = 0;
    glGetIntegerv(GL_MAX_VERTEX_SHADER_STORAGE_BLOCKS, &blocks);
    if (blocks == 0)
        fail(ExitCode::machine_lacks,
             "This driver does not let vertex shaders read storage buffers, so nothing can be drawn from "
             "one.");
    return gl_build(vertex, fragment);
}

GLuint GlPainter::framebuffer_of(Handle image) {
    if (image == 0) return 0;
    glNamedFramebufferTexture(framebuffer_, GL_COLOR_ATTACHMENT0, image, 0);
    return framebuffer_;
}

void GlPainter::clear(Handle image, glm::vec4 color) {
    glClearNamedFramebufferfv(framebuffer_of(image), GL_COLOR, 0, glm::value_ptr(color));
    messages_.check("while clearing an image");
}

void GlPainter::draw_points(Handle program, std::uint32_t count, const Bindings& bindings, Handle image,
                            glm::uvec2 size) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_of(image));
    // OpenGL counts the rows of an image from the first, those of a window from the bottom.
    glClipControl(image == 0 ? GL_LOWER_LEFT : GL_UPPER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
    glViewport(0, 0, static_cast<GLsizei>(size.x), static_cast<GLsizei>(size.y));
    glEnable(GL_PROGRAM_POINT_SIZE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    bindings_.bind(bindings);
    bindings_.use(program);
    glBindVertexArray(no_attributes_);
    glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(count));
    messages_.check("while drawing points");
}

void GlPainter::show(Handle image, glm::uvec2 size) {
    const auto height = static_cast<GLint>(window_->size().y);
    const auto width = static_cast<GLint>(size.x), rows = static_cast<GLint>(size.y);
    glBlitNamedFramebuffer(framebuffer_of(image), 0, 0, 0, width, rows, 0, height, width, height - rows,
                           GL_COLOR_BUFFER_BIT, GL_NEAREST);
    messages_.check("while showing an image");
}

}  // namespace pbp
