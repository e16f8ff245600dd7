// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "common/picture/canvas/canvas.hpp"

namespace pbp::picture {

/// A glyph's coverage at one size, 0..255 per pixel; left and top are offsets from the pen's pixel on the
/// baseline.
struct Glyph {
    int left = 0, top = 0, width = 0, height = 0;
    float advance = 0;
    std::vector<std::uint8_t> coverage;
};

/// The next code point of `utf8`, which is advanced past it; U+FFFD for each malformed byte.
char32_t next_code_point(std::string_view& utf8);

/// The glyph of a code point at `size` pixels per em, shifted right by `quarter` quarters of a pixel. It
/// stays valid for the lifetime of the thread; if the face lacks the character, the replacement glyph.
const Glyph& glyph(Face face, float size, char32_t code_point, int quarter);

/// The kerning between two adjacent glyphs, in pixels.
float kerning(Face face, float size, char32_t left, char32_t right);

}  // namespace pbp::picture
