// SPDX-License-Identifier: MIT
// The OpenGL calls of a compute program: their parameters, and what each does in a sentence.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pbp::calls {

/// A function of OpenGL. Its name is that of its reference page, but for a suffix like 1ui or v.
struct Function {
    std::string_view name;
    /// One letter per parameter: e enum, b bits of glMemoryBarrier, f flags of a buffer's storage, m mask of
    /// mapped access, u number, o object, n names (as many as the number before), t truth, p pointer, s text.
    std::string_view parameters;
    std::string_view reference;  ///< page of the OpenGL 4.5 reference
    std::string_view sentence;
};

/// The function of this name; none: a null pointer.
const Function* find(std::string_view name);

/// A number as the source says it, by its parameter's letter: GL_SHADER_STORAGE_BUFFER, or its digits.
std::string in_words(char parameter, std::int64_t value);

}  // namespace pbp::calls
