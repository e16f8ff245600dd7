// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "common/glsl/preprocess.hpp"

namespace pbp::glsl {

/// Appends the shader's lines from offset `from` on to `source.text`, each include in the place of its
/// directive; the shader is string 0 of `source`, and the files found are appended to its lists.
void paste(Source& source, std::size_t from, const std::filesystem::path& common_dir);

/// The directive that makes the next line count as `line` of string number `string`; see lines_a_string.
std::string line_directive(int line, int string);

}  // namespace pbp::glsl
