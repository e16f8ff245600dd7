// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <map>

#include "common/device/backend.hpp"

namespace pbp {

/// The images of a Backend as OpenGL textures of format RGBA8: a shader samples exactly what was stored,
/// without sRGB conversion.
Handle gl_create_image(glm::uvec2 size);
void gl_write_image(Handle image, glm::uvec2 size, std::span<const std::byte> rgba);
void gl_read_image(Handle image, std::span<std::byte> rgba);

/// Textures of any kind and format.
class GlTextures {
  public:
    Handle create(const ImageShape& shape);
    void write(Handle texture, std::span<const Texel> texels) const;
    void read(Handle texture, std::span<Texel> texels) const;
    /// Binds an image of either sort to an image unit.
    void bind(std::uint32_t unit, Handle image) const;
    /// Call before an image is deleted.
    void forget(Handle image) { shapes_.erase(image); }

  private:
    std::map<Handle, ImageShape> shapes_;
};

/// Binds the arguments of a dispatch or a drawing, with barriers for what earlier shaders wrote. Skips what
/// is already bound: a benchmark issues dispatches of a few microseconds, and every call costs. All storage
/// buffers of a context are bound here.
class GlBindings {
  public:
    void bind(const Bindings& bindings);
    void use(Handle program);
    GlTextures& textures() { return textures_; }
    /// Call before a buffer is deleted, since its name may be reused.
    void forget(Handle buffer) { std::ranges::replace(buffers_, buffer, Handle{0}); }
    /// From here on everything is bound again: a frame in a graphics debugger needs its own calls.
    void forget_all() {
        buffers_ = {};
        program_ = 0;
    }

  private:
    std::array<Handle, 16> buffers_{};  ///< by binding point; 0: unknown
    GlTextures textures_;
    Handle program_ = 0;  ///< a name in use is never reused
};

}  // namespace pbp
