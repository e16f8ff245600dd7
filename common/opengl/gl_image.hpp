// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>

#include "common/device/backend.hpp"

namespace pbp {

/// The images of a Backend as OpenGL textures of format RGBA8: what a shader samples is what it stores,
/// without a conversion from sRGB.
Handle gl_create_image(glm::uvec2 size);
void gl_write_image(Handle image, glm::uvec2 size, std::span<const std::byte> rgba);
void gl_read_image(Handle image, std::span<std::byte> rgba);

/// Binds what a dispatch or a drawing is handed, so that it sees what earlier shaders wrote there; as far as
/// it does not stand there already: a bench issues dispatches of a few microseconds, and every call costs.
/// All storage buffers of a context are bound here.
class GlBindings {
  public:
    void bind(const Bindings& bindings);
    void use(Handle program);
    /// A buffer is about to be deleted, and its name to be given to another one.
    void forget(Handle buffer) { std::ranges::replace(buffers_, buffer, Handle{0}); }
    /// All is bound anew from here on: a frame that a graphics debugger shows has its own calls.
    void forget_all() {
        buffers_ = {};
        program_ = 0;
    }

  private:
    std::array<Handle, 16> buffers_{};  ///< by binding point; 0: unknown
    Handle program_ = 0;                ///< a name that is in use is not given to another one
};

}  // namespace pbp
