// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "common/event/contents.hpp"

namespace pbp {

/// What a shader left, as text for a person; `bold` paints what changed.
std::string in_words(const Contents& contents, std::string (*bold)(const std::string&));

}  // namespace pbp
