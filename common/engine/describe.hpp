// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace pbp::engine {

/// All that a page can offer, as JSON: lessons with their versions, exercises, options, and the text of every
/// shader.
std::string describe();

}  // namespace pbp::engine
