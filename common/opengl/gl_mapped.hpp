// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "common/device/backend.hpp"

namespace pbp {

/// Backend::create_mapped_buffer in OpenGL. The CPU loses sight of the memory when the buffer is destroyed.
Handle gl_create_mapped_buffer(std::size_t bytes, std::byte*& seen);

}  // namespace pbp
