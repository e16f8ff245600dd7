// SPDX-License-Identifier: MIT
#pragma once

#include "common/picture/canvas/canvas.hpp"

/// The shared style of all pictures. tests/docs/figures.cpp holds those of the pages to width, size and
/// contrast.
namespace pbp::picture::style {

inline constexpr Color paper{255, 255, 255};
inline constexpr Color ink{28, 30, 34};
inline constexpr Color secondary{96, 101, 110};  ///< labels, rulers, sentences
inline constexpr Color faint{200, 204, 210};     ///< outlines of what is absent
inline constexpr Color notice{150, 75, 0};       ///< what the picture leaves out
inline constexpr Color wrong{214, 0, 92};
inline constexpr Color ascending{0, 98, 190};
inline constexpr Color descending{204, 51, 17};
inline constexpr Color flow{0, 122, 90};  ///< a value on its way to another cell

inline constexpr int width = 1000;  ///< of a picture, in pixels, at most
inline constexpr float margin = 28;
inline constexpr float title_size = 20;
inline constexpr float body_size = 13;
inline constexpr float label_size = 12;
inline constexpr float ruler_size = 11;    ///< no text is smaller
inline constexpr float least_width = 620;  ///< room for a title and the legends beside a tiny strip

}  // namespace pbp::picture::style
