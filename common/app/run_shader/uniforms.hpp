// SPDX-License-Identifier: MIT
#pragma once

#include "common/app/run_shader/wishes.hpp"
#include "common/gpu/backend.hpp"

namespace pbp::run_shader {

/// True for a type, in GLSL's words, that --uniform sets.
bool can_set(const std::string& type);

/// What --uniform gave, as a value of a type in GLSL's words. Throws Error(wrong_usage) for another number of
/// values, for one that is no number of the type, and for a type that cannot be set.
UniformValue value_of(const std::string& type, const UniformWish& wish);

}  // namespace pbp::run_shader
