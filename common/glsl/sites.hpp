// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "common/glsl/preprocess.hpp"

namespace pbp::glsl {

/// Numbers each call ASSERT(condition) and LOG(value) in the pasted text of `source`: ASSERT(x) becomes
/// PBP_ASSERT(3u, x), and sites[3] holds its location and its expression "x". No text moves to another line.
/// A call in the body of a #define is one site, at that line.
void number_sites(Source& source);

/// True if a text calls ASSERT or LOG outside comments.
bool calls_debug(std::string_view text);

}  // namespace pbp::glsl
