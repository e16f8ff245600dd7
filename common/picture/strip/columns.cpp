// SPDX-License-Identifier: MIT
#include "common/picture/strip/columns.hpp"

#include <algorithm>
#include <cmath>

namespace pbp::picture {

Columns Columns::spanning(std::uint32_t elements) const {
    Columns wide = *this;
    wide.span = std::max(elements, 1U);
    return wide;
}

std::uint32_t Columns::cells() const {
    return span == 1 ? count : (first % span + count + span - 1) / span;
}

float Columns::meet(std::uint32_t cell, float x) const {
    if (span == 1) return middle(cell);
    const float inset = std::min(8.0F, (cell_end(cell) - begin(cell)) / 2);
    return std::clamp(x, begin(cell) + inset, cell_end(cell) - inset);
}

std::uint32_t Columns::first_column(std::uint32_t cell) const {
    if (span == 1) return cell;
    const std::uint32_t at = cell * span, before = first % span;
    return at < before ? 0 : at - before;
}

std::uint32_t Columns::last_column(std::uint32_t cell) const {
    return span == 1 ? cell : std::max(std::min((cell + 1) * span - first % span, count), 1U) - 1;
}

float Columns::edge(std::uint32_t at, std::uint32_t column) const {
    const float gaps =
        group == 0 ? 0 : static_cast<float>((column + first) / group - first / group) * group_gap;
    return std::round(left + static_cast<float>(at) * cell_width + gaps);
}

}  // namespace pbp::picture
