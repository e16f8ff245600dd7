// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "common/glsl/preprocess.hpp"

namespace pbp::glsl {

/// Appends the shader's lines from offset `from` to `source.text`, with each include directive replaced by
/// its file; the shader is string 0 of `source`, and the files found are appended to its lists.
void paste(Source& source, std::size_t from, const PreprocessOptions& options);

/// The directive that numbers the next line as `line` of string number `string`; see lines_a_string.
std::string line_directive(int line, int string);

}  // namespace pbp::glsl
