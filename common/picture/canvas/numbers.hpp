// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

namespace pbp::picture {

/// A number as a person writes it: integers in full, others with four digits, "nan", "inf", "-inf".
std::string full_number(double value);

/// A shorter form with about `digits` digits: 1.0M, 43k, 4.3G, 0.12.
std::string compact_number(double value, int digits = 2);

/// The longest form that is at most `width` pixels wide at text size `size`; empty if none is.
std::string fitting_number(double value, float width, float size);

/// 2nd, 3rd, 11th.
std::string ordinal(std::size_t value);

}  // namespace pbp::picture
