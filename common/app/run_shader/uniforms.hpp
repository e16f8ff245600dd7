// SPDX-License-Identifier: MIT
#pragma once

#include "common/app/run_shader/wishes.hpp"
#include "common/gpu/backend.hpp"

namespace pbp::run_shader {

/// What --uniform gave, as a value of a type in GLSL's words. Throws Error(wrong_usage) for another number of
/// values, for one that is no number of the type, and for a type that cannot be set.
UniformValue value_of(const std::string& type, const UniformWish& wish);

}  // namespace pbp::run_shader
