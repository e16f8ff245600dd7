// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "common/modes/case.hpp"

namespace pbp {

/// What PBP_SHRINK_MS says, or two seconds; 0: no case is made smaller.
std::chrono::milliseconds shrinking_time();

/// The smallest case that fails in one of the ways in which `failing` does: the fewest elements, then the
/// plainest options and machine. None if `failing` does not fail, or there is no time.
std::optional<Case> smallest_case(const Subject& of, const Case& failing,
                                  std::chrono::milliseconds time = shrinking_time());

/// The command that repeats the smallest case; empty if `failing` does not fail. The second one also tries
/// the reverse and random orders that a plain run tries.
std::string command_of_smallest(const Subject& of, const Case& failing);
std::string smallest_in_any_order(const Subject& of, Case failing);
/// The command of the smallest case that does not end within two seconds, where `failing` ran into its limit
/// in a loop; empty if no smaller case does.
std::string command_of_smallest_endless(const Subject& of, const Case& failing);

}  // namespace pbp
