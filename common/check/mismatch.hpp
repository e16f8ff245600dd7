// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pbp {

/// Where an array first differs from what was expected.
struct Mismatch {
    std::size_t index = 0;
    double expected = 0;
    double got = 0;
    std::size_t wrong = 0;      ///< how many elements differ
    std::string neighbourhood;  ///< the elements around it, expected above got, the wrong ones marked
};

/// Compares element by element: a NaN equals a NaN, numbers may differ by `tolerance`. A shorter `got`
/// differs at its end.
std::optional<Mismatch> first_mismatch(std::span<const double> expected, std::span<const double> got,
                                       double tolerance = 0);

/// A value in as few digits as tell it from its neighbours: those of a float where it is one.
std::string in_digits(double value);

/// True where the two elements count as the same.
bool same(double expected, double got, double tolerance);

}  // namespace pbp
