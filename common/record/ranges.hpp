// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/record/pass.hpp"

namespace pbp::record {

/// For each cell of each row, which elements of the first row it adds up, as its links say, or as a scan
/// without links has it: "3", "0..3", "0,4..12" for every fourth, "5 of 0..9" where the steps vary, "none".
/// Empty where a cell is not such a sum, or where those elements do not add up to its value, modulo 2^32 or
/// to a float's precision.
std::vector<std::vector<std::string>> ranges_of(const std::vector<Pass>& rows);

}  // namespace pbp::record
