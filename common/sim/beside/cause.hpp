// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "common/check/cause.hpp"
#include "common/sim/beside/observed.hpp"

namespace pbp::sim {

/// Compares where the values of a wrong row came from with where they should have come from: what the
/// original shader was seen to do with the same row above. Gives the row the links that are missing and those
/// that should not be there, and names the difference that most wrong cells share, and where the shader
/// departs from the original one. `element` is what the row counts. None where the original
/// shader was not seen, or was itself wrong, or nothing of that differs.
Cause cause_of(std::uint64_t pass, record::Pass& row, const ObservedRows& observed,
               const ObservedRows& planned, const std::string& element);

}  // namespace pbp::sim
