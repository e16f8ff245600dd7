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

namespace {

/// How OpenGL names a format, and how texels of four 32-bit channels travel to and from it.
struct GlFormat {
    GLenum internal, outer, type;
};

GlFormat gl_format(std::uint32_t number) {
    static constexpr GLenum internal[texel_format::count] = {0,
                                                             GL_RGBA32F,
                                                             GL_RGBA16F,
                                                             GL_R32F,
                                                             GL_RGBA8,
                                                             GL_RGBA8_SNORM,
                                                             GL_RG32F,
                                                             GL_RG16F,
                                                             GL_R11F_G11F_B10F,
                                                             GL_R16F,
                                                             GL_RGBA16,
                                                             GL_RGB10_A2,
                                                             GL_RG16,
                                                             GL_RG8,
                                                             GL_R16,
                                                             GL_R8,
                                                             GL_RGBA16_SNORM,
                                                             GL_RG16_SNORM,
                                                             GL_RG8_SNORM,
                                                             GL_R16_SNORM,
                                                             GL_R8_SNORM,
                                                             GL_RGBA32I,
                                                             GL_RGBA16I,
                                                             GL_RGBA8I,
                                                             GL_R32I,
                                                             GL_RG32I,
                                                             GL_RG16I,
                                                             GL_RG8I,
                                                             GL_R16I,
                                                             GL_R8I,
                                                             GL_RGBA32UI,
                                                             GL_RGBA16UI,
                                                             GL_RGBA8UI,
                                                             GL_R32UI,
                                                             GL_RGB10_A2UI,
                                                             GL_RG32UI,
                                                             GL_RG16UI,
                                                             GL_RG8UI,
                                                             GL_R16UI,
                                                             GL_R8UI};
    const auto& format = *find_texel_format(number);
    return {internal[number], format.is_integer() ? GLenum{GL_RGBA_INTEGER} : GLenum{GL_RGBA},
            format.kind == TexelFormat::Kind::sint   ? GLenum{GL_INT}
            : format.kind == TexelFormat::Kind::uint ? GLenum{GL_UNSIGNED_INT}
                                                     : GLenum{GL_FLOAT}};
}

}  // namespace

Handle GlTextures::create(const ImageShape& shape) {
    const auto format = gl_format(shape.format);
    const auto size = glm::ivec3(shape.size);
    const std::uint32_t axes = shape.dimensions + (shape.arrayed ? 1u : 0u);
    const GLenum target = shape.dimensions == 1   ? (shape.arrayed ? GL_TEXTURE_1D_ARRAY : GL_TEXTURE_1D)
                          : shape.dimensions == 2 ? (shape.arrayed ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D)
                                                  : GL_TEXTURE_3D;
    GLuint name = 0;
    glCreateTextures(target, 1, &name);
    if (axes == 1)
        glTextureStorage1D(name, 1, format.internal, size.x);
    else if (axes == 2)
        glTextureStorage2D(name, 1, format.internal, size.x, size.y);
    else
        glTextureStorage3D(name, 1, format.internal, size.x, size.y, size.z);
    const GLint filter = find_texel_format(shape.format)->is_integer() ? GL_NEAREST : GL_LINEAR;
    glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, filter);
    glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, filter);
    for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R})
        glTextureParameteri(name, wrap, GL_CLAMP_TO_EDGE);
    shapes_[name] = shape;
    return name;
}

void GlTextures::write(Handle texture, std::span<const Texel> texels) const {
    const auto& shape = shapes_.at(texture);
    const auto [internal, outer, type] = gl_format(shape.format);
    const auto size = glm::ivec3(shape.size);
    const std::uint32_t axes = shape.dimensions + (shape.arrayed ? 1u : 0u);
    if (axes == 1)
        glTextureSubImage1D(texture, 0, 0, size.x, outer, type, texels.data());
    else if (axes == 2)
        glTextureSubImage2D(texture, 0, 0, 0, size.x, size.y, outer, type, texels.data());
    else
        glTextureSubImage3D(texture, 0, 0, 0, 0, size.x, size.y, size.z, outer, type, texels.data());
}

void GlTextures::read(Handle texture, std::span<Texel> texels) const {
    const auto format = gl_format(shapes_.at(texture).format);
    glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT);
    glGetTextureImage(texture, 0, format.outer, format.type, static_cast<GLsizei>(texels.size_bytes()),
                      texels.data());
}

void GlTextures::bind(GLuint unit, Handle image) const {
    const auto found = shapes_.find(image);
    const bool known = found != shapes_.end();
    const bool layered = known && (found->second.arrayed || found->second.dimensions == 3);
    glBindImageTexture(unit, image, 0, layered ? GL_TRUE : GL_FALSE, 0, GL_READ_WRITE,
                       known ? gl_format(found->second.format).internal : GLenum{GL_RGBA8});
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
    for (GLuint i = 0; i < bindings.images.size(); ++i) textures_.bind(i, bindings.images[i]);
}

void GlBindings::use(Handle program) {
    if (program != program_) glUseProgram(program);
    program_ = program;
}

}  // namespace pbp
