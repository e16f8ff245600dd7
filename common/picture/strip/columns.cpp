// SPDX-License-Identifier: MIT
#include "common/picture/strip/columns.hpp"

#include <cmath>

namespace pbp::picture {

float Columns::edge(std::uint32_t at, std::uint32_t column) const {
    const float gaps =
        group == 0 ? 0 : static_cast<float>((column + first) / group - first / group) * group_gap;
    return std::round(left + static_cast<float>(at) * cell_width + gaps);
}

}  // namespace pbp::picture
