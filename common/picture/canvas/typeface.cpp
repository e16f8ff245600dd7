// SPDX-License-Identifier: MIT
#include "common/picture/canvas/typeface.hpp"

#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb_truetype.h>

#include <array>
#include <cmath>
#include <unordered_map>

extern "C" {
extern const unsigned char pbp_font_sans[];
extern const unsigned char pbp_font_bold[];
}

namespace pbp::picture {
namespace {

constexpr char32_t replacement = 0xFFFD;

/// A parsed font and its glyph cache; rasterising costs a hundred times as much as copying.
struct Typeface {
    explicit Typeface(const unsigned char* bytes) { stbtt_InitFont(&info, bytes, 0); }

    int index(char32_t code_point) {
        const auto [at, fresh] = indices.try_emplace(code_point, 0);
        if (fresh) {
            at->second = stbtt_FindGlyphIndex(&info, static_cast<int>(code_point));
            if (at->second == 0) at->second = stbtt_FindGlyphIndex(&info, static_cast<int>(replacement));
        }
        return at->second;
    }

    stbtt_fontinfo info{};
    std::unordered_map<char32_t, int> indices;
    std::unordered_map<std::uint64_t, int> kerns;
    std::unordered_map<std::uint64_t, Glyph> glyphs;
};

/// One set of faces per thread: no lock, and glyph references stay valid.
Typeface& typeface(Face face) {
    thread_local std::array<Typeface, 2> faces{Typeface(pbp_font_sans), Typeface(pbp_font_bold)};
    return faces[static_cast<std::size_t>(face)];
}

float scale_of(const Typeface& face, float size) {
    return stbtt_ScaleForMappingEmToPixels(&face.info, size);
}

Glyph rasterise(const Typeface& face, float size, int index, int quarter) {
    const float scale = scale_of(face, size);
    const float shift = 0.25F * static_cast<float>(quarter);
    Glyph made;
    int advance = 0, bearing = 0, right = 0, bottom = 0;
    stbtt_GetGlyphHMetrics(&face.info, index, &advance, &bearing);
    made.advance = static_cast<float>(advance) * scale;
    stbtt_GetGlyphBitmapBoxSubpixel(&face.info, index, scale, scale, shift, 0, &made.left, &made.top, &right,
                                    &bottom);
    made.width = right - made.left;
    made.height = bottom - made.top;
    if (made.width <= 0 || made.height <= 0) return made;
    made.coverage.resize(static_cast<std::size_t>(made.width) * static_cast<std::size_t>(made.height));
    stbtt_MakeGlyphBitmapSubpixel(&face.info, made.coverage.data(), made.width, made.height, made.width,
                                  scale, scale, shift, 0, index);
    return made;
}

}  // namespace

char32_t next_code_point(std::string_view& utf8) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(utf8[i]); };
    const unsigned lead = byte(0);
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xC2 ? 0
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                               : lead < 0xF5 ? 4
                                             : 0;
    char32_t code_point = length <= 1 ? lead : lead & (0x7FU >> length);
    bool good = length >= 1 && length <= utf8.size();
    for (std::size_t i = 1; good && i < length; ++i) {
        good = (byte(i) & 0xC0U) == 0x80U;
        code_point = code_point << 6U | (byte(i) & 0x3FU);
    }
    utf8.remove_prefix(good ? length : 1);
    return good ? code_point : replacement;
}

const Glyph& glyph(Face face, float size, char32_t code_point, int quarter) {
    Typeface& from = typeface(face);
    const int index = from.index(code_point);
    const auto eighths = static_cast<std::uint64_t>(std::lround(size * 8));
    const std::uint64_t key =
        eighths << 32U | static_cast<std::uint64_t>(index) << 2U | static_cast<unsigned>(quarter);
    const auto at = from.glyphs.find(key);
    if (at != from.glyphs.end()) return at->second;
    return from.glyphs.emplace(key, rasterise(from, size, index, quarter)).first->second;
}

float kerning(Face face, float size, char32_t left, char32_t right) {
    Typeface& from = typeface(face);
    const auto [at, fresh] = from.kerns.try_emplace(static_cast<std::uint64_t>(left) << 32U | right, 0);
    if (fresh) at->second = stbtt_GetGlyphKernAdvance(&from.info, from.index(left), from.index(right));
    return static_cast<float>(at->second) * scale_of(from, size);
}

}  // namespace pbp::picture
