// SPDX-License-Identifier: MIT
#pragma once

#include "common/picture/canvas/canvas.hpp"

/// The shared style of all pictures. tests/docs/figures.cpp holds those of the pages to width, size and
/// contrast.
namespace pbp::picture::style {

/// The colours of signs.inc, on a light ground.
namespace on_light {
#define COLOUR(name, light, dark) \
    inline constexpr Color name{(light) >> 16 & 0xFF, (light) >> 8 & 0xFF, (light)&0xFF};
#include "common/picture/canvas/signs.inc"
}  // namespace on_light

inline constexpr Color paper{255, 255, 255};
inline constexpr Color ink = on_light::ink;
inline constexpr Color secondary = on_light::quiet;  ///< labels, rulers, sentences
inline constexpr Color faint{200, 204, 210};         ///< outlines of what is absent
inline constexpr Color notice{150, 75, 0};           ///< what the picture leaves out
inline constexpr Color wrong = on_light::wrong;
inline constexpr Color ascending = on_light::up;
inline constexpr Color descending = on_light::down;
inline constexpr Color flow = on_light::added;  ///< a value on its way to another cell

inline constexpr int width = 1000;  ///< of a picture, in pixels, at most
inline constexpr float margin = 28;
inline constexpr float title_size = 20;
inline constexpr float body_size = 13;
inline constexpr float label_size = 12;
inline constexpr float ruler_size = 11;    ///< no text is smaller
inline constexpr float least_width = 620;  ///< room for a title and the legends beside a tiny strip

}  // namespace pbp::picture::style
