// SPDX-License-Identifier: MIT
#pragma once

#include "common/device/backend.hpp"
#include "common/tools/run_shader/interface.hpp"
#include "common/tools/run_shader/wishes.hpp"

namespace pbp::run_shader {

/// True for a type, in GLSL's words, that --uniform sets.
bool can_set(const std::string& type);

/// What --uniform gave, as a value of a type in GLSL's words. Throws Error(wrong_usage) for another number of
/// values, for one that is no number of the type, and for a type that cannot be set.
UniformValue value_of(const std::string& type, const UniformWish& wish);

/// The bits of what --constant gave, as a value of a scalar type in GLSL's words. Throws Error(wrong_usage)
/// for one that is no number of the type.
std::uint64_t constant_bits(const std::string& type, const ConstantWish& wish);

/// What messages call a specialization constant, and its value.
std::string name_of(const ConstantSlot& slot);
std::string value_of(const ConstantSlot& slot);

/// True where a word of the command line means this member of a uniform block: its name, with or without the
/// block's in front.
bool means_member(const std::string& word, const Block& block, const Member& member);

/// Puts what --uniform gave where the member is in its block's words. Throws Error(wrong_usage) as above,
/// and for arrays and structures.
void set_member(const Block& block, const Member& member, const UniformWish& wish,
                std::vector<std::uint32_t>& words);

}  // namespace pbp::run_shader
