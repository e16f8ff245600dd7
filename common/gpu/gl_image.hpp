// SPDX-License-Identifier: MIT
#pragma once

#include "common/gpu/backend.hpp"

namespace pbp {

/// The images of a Backend as OpenGL textures of format RGBA8: what a shader samples is what it stores,
/// without a conversion from sRGB.
Handle gl_create_image(glm::uvec2 size);
void gl_write_image(Handle image, glm::uvec2 size, std::span<const std::byte> rgba);
void gl_read_image(Handle image, std::span<std::byte> rgba);

/// Binds all that a dispatch or a drawing is handed.
void gl_bind(const Bindings& bindings);

}  // namespace pbp
