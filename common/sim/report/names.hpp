// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/sim/code/code.hpp"
#include "common/sim/kept/finding.hpp"
#include "common/sim/spirv/layout.hpp"

namespace pbp::sim {

/// A word of memory as the shader would name it, e.g. "tile[5]" or "particles[3].velocity.y"; or, of those
/// that it is in, the array whose elements are `stride` bytes apart, e.g. "particles[].velocity".
std::string name_of(const Code& code, const Place& place, std::uint32_t stride = 0);

/// The variable that a row of an invocation's registers belongs to; empty if it has no name.
std::string name_of_variable(const Code& code, Row row);

/// What has such a name in memory, a word or all of an array or a structure: the inverse of name_of().
struct Named {
    Place::Space space = Place::Space::none;
    std::uint32_t index = 0;   ///< into the code's buffers
    std::uint64_t offset = 0;  ///< in bytes
    Id type = 0;
    MatrixLayout matrices = {};
};
/// More than one where buffers have members of the same name, and none where nothing is called that.
std::vector<Named> named(const Code& code, const std::string& name);

/// The type of the scalar there; null between members, and in a texel.
const Type* scalar_of(const Code& code, const Place& place);
/// Its kind, or none.
Type::Kind kind_of(const Code& code, const Place& place);

/// The value of a scalar: "0.5", "-1", "true". `bits` are those of a register; `wide`: 64 of them.
std::string in_words(Type::Kind kind, std::uint64_t bits, bool wide = false);

/// What a word holds there, as a register would hold it: of a smaller number, its own bits, extended.
std::uint32_t bits_of(const Code& code, const Place& place, std::uint32_t word);

/// A number that should not be below zero, as it was meant: -1, and what an unsigned type made of it.
std::string below_zero(std::uint64_t number);

}  // namespace pbp::sim
