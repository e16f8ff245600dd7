// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/picture/canvas/scale.hpp"
#include "common/picture/strip/cells.hpp"
#include "common/picture/strip/links.hpp"
#include "common/picture/strip/strip.hpp"

namespace pbp::picture {

/// Rows that are named alike up to a comma: "up, stride 1" and "up, stride 2" share the band "up".
struct StripBand {
    std::string name;
    std::size_t first = 0, last = 0;  ///< shown rows
};

/// A shown row whose values are added to what links bring to another one further down, cell by cell.
struct StripRail {
    std::size_t from = 0, to = 0;
};

/// A label's part before its first comma, if it has one, and the rest of it.
struct LabelParts {
    std::string band, row;
};
LabelParts parts_of_label(const std::string& label);

/// The layout of a strip, in pixels; pure, so that it can be tested without a picture.
struct StripLayout {
    std::uint32_t elements = 0;      ///< shown, from the first
    std::uint32_t all_elements = 0;  ///< of the longest row
    std::vector<bool> undivided;     ///< of all rows: without gaps between groups
    std::vector<std::size_t> rows;   ///< shown, indices into the strip
    std::vector<LinkPlan> plans;     ///< of the shown rows; empty if the row above is not shown
    std::vector<float> tops;         ///< of the shown rows
    std::vector<bool> writers;       ///< of the shown rows: the ids of invocations are above the cells
    std::vector<StripBand> bands;    ///< none: rows have their whole labels
    std::vector<StripRail> rails;
    std::vector<std::string> labels;  ///< of all rows, without the band
    std::vector<std::string> notes;   ///< what is left out
    Columns columns;
    ValueScale scale;
    float number_size = 0;                   ///< in the cells; 0: there are none
    float band_width = 0, names_height = 0;  ///< names_height: of the groups' names above the first row
    float label_width = 0, cell_height = 0, header_height = 0, bottom = 0;
    int width = 0;

    /// The columns of a shown row whose cells span that many elements.
    Columns columns_of(std::size_t shown_row, std::uint32_t span = 1) const;
    /// The coloured area of a cell in a shown row whose cells span that many elements, without the space to
    /// its neighbours.
    Rect cell(std::size_t shown_row, std::uint32_t element, std::uint32_t span = 1) const;
    /// The height at which links into a shown row end.
    float link_end(std::size_t shown_row) const;
};

/// Fills in rows, plans, tops (from 0) and cell_height so that the rows take at most about `room` pixels.
void place_rows(StripLayout& layout, const Strip& strip, float room);

/// `header_height` is the height of title and legends; see draw().
StripLayout lay_out(const Strip& strip, float header_height);

}  // namespace pbp::picture
