// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/picture/canvas/canvas.hpp"

namespace pbp::picture {

/// What happened between two cells on the way to a row.
enum class LinkKind : std::uint8_t {
    compared,    ///< looked at, left as they were
    swapped,     ///< compared and exchanged
    added,       ///< `from` was added into `to`
    moved,       ///< `from` was copied to `to`
    ascending,   ///< compared, smaller value to the lower index, nothing exchanged
    descending,  ///< compared, larger value to the lower index, nothing exchanged
    swapped_ascending,
    swapped_descending,
};

struct Link {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    LinkKind kind = LinkKind::compared;
};

enum class CellMark : std::uint8_t {
    plain,
    idle,    ///< holds a value that no longer matters: drawn pale
    absent,  ///< holds nothing: drawn as an empty outline
    padded,  ///< filled in to round the size up
    wrong,   ///< differs from the CPU twin: ringed
};

/// One pass: the array after it, and the links that made it from the row above.
struct Row {
    std::string label;            ///< what the pass did, e.g. "block 8, stride 4"
    std::vector<double> cells;    ///< one value an element; NaN is drawn as a value of its own
    std::vector<Link> links;      ///< indices into the row above (from) and this row (to)
    std::vector<CellMark> marks;  ///< empty: all plain
    bool undivided = false;       ///< counts something else than the other rows: no dividers between groups
};

/// A run as a picture: one row a pass. The one data model for PNG strips, exports and pages.
struct Strip {
    std::string title;        ///< what is seen, e.g. "05 bitonic sort, v3 global: 16 keys in 10 passes"
    std::string how_to_read;  ///< one sentence
    std::string value_name = "value";  ///< stands at the colour scale
    std::uint32_t group = 0;      ///< a divider after every `group` elements (the workgroup's share); 0: none
    std::uint32_t ungrouped = 0;  ///< so many rows at the top have no dividers
    std::vector<Row> rows;
    std::string wrong_means = "wrong: differs from the CPU twin";  ///< what a ring stands for
    std::uint32_t first = 0;    ///< which element cells[0] is; links still count from cells[0]
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
