// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/picture/canvas/canvas.hpp"
#include "common/record/pass.hpp"

namespace pbp::picture {

/// A run as a picture: one row per pass.
struct Strip {
    std::string title;        ///< what is seen, e.g. "05 bitonic sort, v3 global: 16 keys in 10 passes"
    std::string how_to_read;  ///< one sentence
    std::string value_name = "value";  ///< stands at the colour scale
    std::uint32_t group = 0;      ///< a divider after every `group` elements (the workgroup's share); 0: none
    std::uint32_t ungrouped = 0;  ///< so many rows at the top have no dividers
    std::vector<record::Pass> rows;
    std::string wrong_means = "wrong: differs from the CPU twin";  ///< what a ring stands for
    std::uint32_t first = 0;    ///< which element a row begins with; links count from there
    std::string left_out = {};  ///< which passes have no row, in a sentence; empty: all have one
};

/// What part of a strip a picture can show.
struct StripLimits {
    int width = 1600;   ///< pixels
    int height = 2400;  ///< pixels; rows beyond are thinned, and the picture says so
};

/// Draws a strip: title, scale from value to colour, a label a row, numbers in the cells while they fit,
/// links and marks, and the sentence on how to read it. Where elements or rows do not fit, a readable part is
/// shown and the picture says which.
Canvas draw(const Strip& strip, const StripLimits& limits = {});

}  // namespace pbp::picture
