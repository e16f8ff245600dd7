// SPDX-License-Identifier: MIT
#include "common/app/timing.hpp"

#include <algorithm>
#include <cmath>

namespace pbp {

Timing timing_of(std::vector<double> elapsed_ms) {
    if (elapsed_ms.empty()) return {};
    std::ranges::sort(elapsed_ms);
    const auto at = [&](std::size_t quarters) { return elapsed_ms[(elapsed_ms.size() - 1) * quarters / 4]; };
    return {at(2), at(3) - at(1), static_cast<int>(elapsed_ms.size())};
}

bool equal(const Timing& a, const Timing& b) {
    const double closest = 0.02 * std::max(a.median_ms, b.median_ms);
    return std::abs(a.median_ms - b.median_ms) <= std::max({a.spread_ms, b.spread_ms, closest});
}

}  // namespace pbp
