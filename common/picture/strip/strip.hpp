// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/picture/canvas/canvas.hpp"
#include "common/picture/canvas/signs.hpp"
#include "common/picture/canvas/style.hpp"
#include "common/record/pass.hpp"

namespace pbp::picture {

/// A run as a picture: one row per pass.
struct Strip {
    std::string title;        ///< what it shows, e.g. "05 bitonic sort, v3 global: 16 keys in 10 passes"
    std::string how_to_read;  ///< one sentence
    std::string value_name = "value";  ///< at the colour scale
    std::uint32_t group = 0;  ///< a divider after every `group` elements (the workgroup's share); 0: none
    std::string group_name = "workgroup";  ///< above each group, with its number; empty: no names
    std::uint32_t ungrouped = 0;           ///< number of rows at the top without dividers and gaps
    std::string element_name = "element";  ///< of what the ruler counts
    bool counts_in_groups = false;         ///< the ruler, from 0 in each
    std::vector<record::Pass> rows;
    std::string wrong_means{signs::of(CellMark::wrong).words};  ///< the meaning of a ring
    /// The numbers in the cells of each row, where they are not the values that the colours show.
    std::vector<Values> numbers = {};
    /// Text in the cells of each row instead of their values; empty texts and rows beyond the list: the
    /// values.
    std::vector<std::vector<std::string>> texts = {};
    bool colored_moves = false;    ///< a moved value's line has the colour of the value
    std::uint32_t first = 0;       ///< index of the rows' first element; links count from there
    std::string left_out = {};     ///< a sentence on which passes have no row; empty: all have one
    std::string nan_name = "nan";  ///< of NaN, in cells and beside the scale
};

/// Draws a strip: title, scale from value to colour, one label per row, numbers in the cells if they fit,
/// links and marks, and the sentence on how to read it. If elements or rows do not fit, a readable part is
/// shown and the picture says which.
Canvas draw(const Strip& strip);

}  // namespace pbp::picture
