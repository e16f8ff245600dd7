// SPDX-License-Identifier: MIT
#include "common/base/timing.hpp"

#include <algorithm>

namespace pbp {

namespace {

struct Quartiles {
    double first, second, third;
};

/// `values` must not be empty.
Quartiles quartiles(std::vector<double> values) {
    std::ranges::sort(values);
    const auto at = [&](std::size_t quarters) { return values[(values.size() - 1) * quarters / 4]; };
    return {at(1), at(2), at(3)};
}

}  // namespace

Timing timing_of(const std::vector<double>& elapsed_ms) {
    if (elapsed_ms.empty()) return {};
    const auto found = quartiles(elapsed_ms);
    return {found.second, found.third - found.first, static_cast<int>(elapsed_ms.size())};
}

Ratio ratio_of(const std::vector<double>& one_ms, const std::vector<double>& other_ms) {
    std::vector<double> ratios(std::min(one_ms.size(), other_ms.size()));
    for (std::size_t i = 0; i < ratios.size(); ++i) ratios[i] = one_ms[i] / other_ms[i];
    if (ratios.empty()) return {};
    const auto found = quartiles(ratios);
    return {found.first, found.second, found.third};
}

}  // namespace pbp
