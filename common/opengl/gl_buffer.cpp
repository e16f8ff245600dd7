// SPDX-License-Identifier: MIT
#include "common/opengl/gl_buffer.hpp"

#include <glad/gl.h>

namespace pbp {

namespace {

// A sparse buffer with all of its pages committed has large pages, an ordinary one small pages: on an H200,
// copying 2^26 words takes 136 us instead of 260 when buffers alternate. But committing 64 MiB takes 30 ms,
// 512 MiB 0.5 s, 1 GiB 2 s and 2 GiB 10 s, in one piece or in many, so small buffers and very large ones stay
// ordinary.
constexpr std::size_t sparse_from_bytes = 32u << 20, sparse_to_bytes = 1024u << 20;

GLuint create(GLsizeiptr size, GLbitfield flags) {
    GLuint name = 0;
    glCreateBuffers(1, &name);
    glNamedBufferStorage(name, size, nullptr, flags);
    return name;
}

}  // namespace

Handle gl_create_buffer(std::size_t bytes, GlMessages& messages) {
    const auto size = static_cast<GLsizeiptr>(bytes);
    if (GLAD_GL_ARB_sparse_buffer != 0 && bytes >= sparse_from_bytes && bytes <= sparse_to_bytes) {
        const GLuint sparse = create(size, GL_SPARSE_STORAGE_BIT_ARB);
        glNamedBufferPageCommitmentARB(sparse, 0, size, GL_TRUE);
        glFinish();  // commitments queue up, and NVIDIA's driver loses any that wait more than 11 s
        if (!messages.drop()) return sparse;
        glDeleteBuffers(1, &sparse);
    }
    // Flags 0: drivers keep memory that the CPU cannot access in the GPU's own memory.
    const GLuint name = create(size, 0);
    messages.check(fmt::format("while allocating a buffer of {} bytes", bytes));
    return name;
}

Handle gl_create_mapped_buffer(std::size_t bytes, std::byte*& seen) {
    // Coherent: the CPU's writes need no flush or barrier to be visible to the next dispatch. Never sparse:
    // such a buffer cannot be mapped persistently.
    constexpr GLbitfield flags =
        GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    const auto size = static_cast<GLsizeiptr>(bytes);
    const GLuint name = create(size, flags);
    seen = static_cast<std::byte*>(glMapNamedBufferRange(name, 0, size, flags));
    if (seen != nullptr) return name;
    glDeleteBuffers(1, &name);
    fail(ExitCode::machine_lacks, "The driver cannot keep a buffer of {} bytes mapped; give a smaller --n.",
         bytes);
}

}  // namespace pbp
