// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <string_view>

namespace pbp {

/// A texel as a shader sees it: the bits of four floats, or of four integers.
using Texel = std::array<std::uint32_t, 4>;

/// How an image keeps its texels. The numbers are those of SPIR-V's Image Format.
struct TexelFormat {
    enum class Kind : std::uint8_t { floating, normalized, signed_normalized, sint, uint };
    std::string_view name;               ///< in GLSL, e.g. "rgba16f"
    std::array<std::uint8_t, 4> bits{};  ///< per channel, red first; 0: the image has no such channel
    Kind kind = Kind::normalized;

    bool is_integer() const { return kind >= Kind::sint; }
    /// Words of 4 bytes per texel; a smaller texel has one of its own.
    std::uint32_t words() const { return (bits[0] + bits[1] + bits[2] + bits[3] + 31u) / 32u; }
    /// Rounds and clamps a texel to what the image can keep (OpenGL 4.5, 2.3.4 and 8.5.2; of an integer, the
    /// low bits).
    void pack(const Texel& texel, std::span<std::uint32_t> words) const;
    /// Channels that the image lacks are 0, alpha 1.
    Texel unpack(std::span<const std::uint32_t> words) const;
};

namespace texel_format {
inline constexpr std::uint32_t unknown = 0, rgba32f = 1, rgba8 = 4, rgba32i = 21, rgba32ui = 30, count = 40;
}

/// The format of a number below texel_format::count, other than `unknown`; else null.
const TexelFormat* find_texel_format(std::uint32_t number);

/// An image of any kind: a line, a picture, a volume, or an array of the first two.
struct ImageShape {
    glm::uvec3 size{1};  ///< what is beyond its dimensions is 1; of an array, the last one counts its layers
    std::uint32_t format = texel_format::rgba8;
    std::uint8_t dimensions = 2;  ///< 1 to 3, layers not among them
    bool arrayed = false;

    std::size_t texels() const { return std::size_t{size.x} * size.y * size.z; }
    bool operator==(const ImageShape&) const = default;
};

}  // namespace pbp
