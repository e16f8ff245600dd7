// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "common/sim/code/code.hpp"
#include "common/sim/kept/finding.hpp"

namespace pbp::sim {

/// A word of memory as the shader would name it, e.g. "tile[5]" or "particles[3].velocity.y"; or, of those
/// that it is in, the array whose elements are `stride` bytes apart, e.g. "particles[].velocity".
std::string name_of(const Code& code, const Place& place, std::uint32_t stride = 0);

/// The variable that a row of an invocation's registers belongs to; empty if it has no name.
std::string name_of_variable(const Code& code, Row row);

/// The type of that word; none if it has several, such as a texel.
Type::Kind kind_of(const Code& code, const Place& place);

/// What a word holds there, as a register would hold it: of a smaller number, its own bits, extended.
std::uint32_t bits_of(const Code& code, const Place& place, std::uint32_t word);

/// A number that should not be below zero, as it was meant: -1, and what an unsigned type made of it.
std::string below_zero(std::uint64_t number);

}  // namespace pbp::sim
