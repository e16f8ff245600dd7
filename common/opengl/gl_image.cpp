// SPDX-License-Identifier: MIT
#include "common/opengl/gl_image.hpp"

#include <glad/gl.h>

namespace pbp {

Handle gl_create_image(glm::uvec2 size) {
    GLuint name = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &name);
    glTextureStorage2D(name, 1, GL_RGBA8, static_cast<GLsizei>(size.x), static_cast<GLsizei>(size.y));
    glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTextureParameteri(name, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTextureParameteri(name, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return name;
}

void gl_write_image(Handle image, glm::uvec2 size, std::span<const std::byte> rgba) {
    glTextureSubImage2D(image, 0, 0, 0, static_cast<GLsizei>(size.x), static_cast<GLsizei>(size.y), GL_RGBA,
                        GL_UNSIGNED_BYTE, rgba.data());
    // NVIDIA's driver moves the pixels on first use, which would distort a timing: use one now.
    GLuint pixel = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &pixel);
    glTextureStorage2D(pixel, 1, GL_RGBA8, 1, 1);
    glCopyImageSubData(image, GL_TEXTURE_2D, 0, 0, 0, 0, pixel, GL_TEXTURE_2D, 0, 0, 0, 0, 1, 1, 1);
    glDeleteTextures(1, &pixel);
}

void gl_read_image(Handle image, std::span<std::byte> rgba) {
    glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT);
    glGetTextureImage(image, 0, GL_RGBA, GL_UNSIGNED_BYTE, static_cast<GLsizei>(rgba.size()), rgba.data());
}

void GlBindings::bind(const Bindings& bindings) {
    // A barrier's bits name the next use: this one. Superfluous bits cost time: the one for textures flushes
    // caches.
    GLbitfield uses = GL_SHADER_STORAGE_BARRIER_BIT;
    if (!bindings.images.empty()) uses |= GL_SHADER_IMAGE_ACCESS_BARRIER_BIT;
    if (!bindings.textures.empty()) uses |= GL_TEXTURE_FETCH_BARRIER_BIT;
    glMemoryBarrier(uses);
    for (GLuint i = 0; i < bindings.buffers.size(); ++i) {
        const Handle buffer = bindings.buffers[i];
        if (buffer == 0 || (i < buffers_.size() && buffers_[i] == buffer)) continue;
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, i, buffer);
        if (i < buffers_.size()) buffers_[i] = buffer;
    }
    for (GLuint i = 0; i < bindings.blocks.size(); ++i)
        if (bindings.blocks[i] != 0) glBindBufferBase(GL_UNIFORM_BUFFER, i, bindings.blocks[i]);
    for (GLuint i = 0; i < bindings.textures.size(); ++i) glBindTextureUnit(i, bindings.textures[i]);
    for (GLuint i = 0; i < bindings.images.size(); ++i)
        glBindImageTexture(i, bindings.images[i], 0, GL_FALSE, 0, GL_READ_WRITE, GL_RGBA8);
}

void GlBindings::use(Handle program) {
    if (program != program_) glUseProgram(program);
    program_ = program;
}

}  // namespace pbp
