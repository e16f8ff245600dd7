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

    bool begins_group(std::uint32_t column) const { return group > 0 && (column + first) % group == 0; }
    float begin(std::uint32_t column) const { return edge(column, column); }
    float end(std::uint32_t column) const { return edge(column + 1, column); }
    float cell_end(std::uint32_t column) const { return end(column) - space; }
    float middle(std::uint32_t column) const { return (begin(column) + cell_end(column)) / 2; }

  private:
    /// Whole pixels, so that cells are sharp; the gap between groups is to the left of a group's first
    /// column.
    float edge(std::uint32_t at, std::uint32_t column) const;
};

}  // namespace pbp::picture
