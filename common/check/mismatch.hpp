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
    std::size_t wrong = 0;      ///< number of elements that differ
    std::string neighbourhood;  ///< the elements around it, expected above got, wrong ones marked
};

/// Compares element by element: a NaN equals a NaN, and numbers may differ by `tolerance`. A shorter `got`
/// differs at its end.
std::optional<Mismatch> first_mismatch(std::span<const double> expected, std::span<const double> got,
                                       double tolerance = 0);

/// The shortest form of a value that distinguishes it from its neighbours; for a float, from the neighbouring
/// floats.
std::string in_digits(double value);

/// True if the two elements count as the same.
bool same(double expected, double got, double tolerance);

}  // namespace pbp
