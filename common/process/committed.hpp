// SPDX-License-Identifier: MIT
#pragma once

#include "common/glsl/text_file.hpp"

namespace pbp {

/// The texts that files under `folder` had when they were committed last, of those that have been changed or
/// removed since, by their paths. Empty where none has, or git does not know. Where there is a folder
/// original_shaders beside it, as in the zip for Windows, that is asked instead.
glsl::Texts committed_texts(const std::filesystem::path& folder);

}  // namespace pbp
