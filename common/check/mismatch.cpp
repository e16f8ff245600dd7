// SPDX-License-Identifier: MIT
#include "common/check/mismatch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pbp {

namespace {

std::string neighbourhood(std::span<const double> expected, std::span<const double> got, std::size_t index,
                          double tolerance) {
    const std::size_t first = index < 4 ? 0 : index - 4;
    const std::size_t last = std::min({first + 9, expected.size(), got.size()});
    std::string ruler = "index   ", above = "expected", below = "got     ", marks = "        ";
    for (std::size_t i = first; i < last; ++i) {
        const auto e = in_digits(expected[i]), g = in_digits(got[i]), at = fmt::format("{}", i);
        const std::size_t width = std::max({e.size(), g.size(), at.size()}) + 2;
        ruler += fmt::format("{:>{}}", at, width);
        above += fmt::format("{:>{}}", e, width);
        below += fmt::format("{:>{}}", g, width);
        marks += fmt::format("{:>{}}", same(expected[i], got[i], tolerance) ? "" : std::string(g.size(), '^'),
                             width);
    }
    return fmt::format("{}\n{}\n{}\n{}", ruler, above, below, marks);
}

}  // namespace

std::string in_digits(double value) {
    if (value == std::floor(value) || !std::isfinite(value)) return fmt::format("{}", value);
    const auto rounded = static_cast<float>(value);
    return rounded == value ? fmt::format("{}", rounded) : fmt::format("{:.9g}", value);
}

bool same(double expected, double got, double tolerance) {
    if (std::isnan(expected) || std::isnan(got)) return std::isnan(expected) && std::isnan(got);
    return expected == got || std::abs(expected - got) <= tolerance;
}

std::optional<Mismatch> first_mismatch(std::span<const double> expected, std::span<const double> got,
                                       double tolerance) {
    const std::size_t common = std::min(expected.size(), got.size());
    std::optional<Mismatch> found;
    std::size_t wrong = std::max(expected.size(), got.size()) - common;
    for (std::size_t i = 0; i < common; ++i) {
        if (same(expected[i], got[i], tolerance)) continue;
        ++wrong;
        if (!found) found = Mismatch{i, expected[i], got[i], 0, neighbourhood(expected, got, i, tolerance)};
    }
    if (!found && wrong > 0)
        found = Mismatch{common, common < expected.size() ? expected[common] : std::nan(""),
                         common < got.size() ? got[common] : std::nan(""), 0, "the sizes differ"};
    if (found) found->wrong = wrong;
    return found;
}

}  // namespace pbp
