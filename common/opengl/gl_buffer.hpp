// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "common/device/backend.hpp"
#include "common/opengl/gl_messages.hpp"

namespace pbp {

/// Backend::create_buffer in OpenGL: immutable, and out of the CPU's sight. Throws Error(machine_lacks) where
/// the driver has no memory for it.
Handle gl_create_buffer(std::size_t bytes, GlMessages& messages);

/// Backend::create_mapped_buffer in OpenGL. The CPU loses sight of the memory when the buffer is destroyed.
Handle gl_create_mapped_buffer(std::size_t bytes, std::byte*& seen);

}  // namespace pbp
