// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "common/device/backend.hpp"
#include "common/opengl/gl_messages.hpp"

namespace pbp {

/// Backend::create_buffer in OpenGL: immutable, and not accessible to the CPU. Throws Error(machine_lacks) if
/// the driver has no memory for it.
Handle gl_create_buffer(std::size_t bytes, GlMessages& messages);

/// Backend::create_mapped_buffer in OpenGL. The CPU pointer becomes invalid when the buffer is destroyed.
Handle gl_create_mapped_buffer(std::size_t bytes, std::byte*& seen);

}  // namespace pbp
