// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace pbp::picture {

/// The horizontal positions of a strip's cells, in pixels. Columns count from 0, on the left.
struct Columns {
    float left = 0, cell_width = 1, group_gap = 0;
    std::uint32_t group = 0;
    float space = 0;          ///< between adjacent colour fields
    std::uint32_t first = 0;  ///< index of column 0's element in the array; groups are counted from element 0
    std::uint32_t count = ~0U;  ///< columns in all; what spans several ends at the last
    std::uint32_t span = 1;     ///< columns that a cell covers, counted from element 0

    /// The same columns for cells that cover `elements` of them.
    Columns spanning(std::uint32_t elements) const;
    /// The number of cells that begin within the columns.
    std::uint32_t cells() const;

    bool begins_group(std::uint32_t column) const { return group > 0 && (column + first) % group == 0; }
    float begin(std::uint32_t cell) const { return edge(first_column(cell), first_column(cell)); }
    float end(std::uint32_t cell) const { return edge(last_column(cell) + 1, last_column(cell)); }
    float cell_end(std::uint32_t cell) const { return end(cell) - space; }
    float middle(std::uint32_t cell) const { return (begin(cell) + cell_end(cell)) / 2; }
    /// Where a line from or to position x meets a cell: right there if the cell is wide, else its middle.
    float meet(std::uint32_t cell, float x) const;

  private:
    std::uint32_t first_column(std::uint32_t cell) const;
    std::uint32_t last_column(std::uint32_t cell) const;
    /// Whole pixels, so that cells are sharp; the gap between groups is to the left of a group's first
    /// column.
    float edge(std::uint32_t at, std::uint32_t column) const;
};

}  // namespace pbp::picture
