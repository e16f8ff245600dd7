// SPDX-License-Identifier: MIT
#include "common/opengl/gl_mapped.hpp"

#include <glad/gl.h>

namespace pbp {

Handle gl_create_mapped_buffer(std::size_t bytes, std::byte*& seen) {
    // Coherent: no flush and no barrier for the CPU's writes, which a dispatch that follows sees.
    constexpr GLbitfield flags =
        GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    const auto size = static_cast<GLsizeiptr>(bytes);
    GLuint name = 0;
    glCreateBuffers(1, &name);
    glNamedBufferStorage(name, size, nullptr, flags);
    seen = static_cast<std::byte*>(glMapNamedBufferRange(name, 0, size, flags));
    if (seen != nullptr) return name;
    glDeleteBuffers(1, &name);
    fail(ExitCode::machine_lacks, "The driver maps no buffer of {} bytes for good; give a smaller --n.",
         bytes);
}

}  // namespace pbp
