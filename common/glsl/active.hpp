// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string_view>
#include <vector>

namespace pbp::glsl {

/// Object-like macros that expand to a single word; any other macro is known by name, with an empty word.
using Macros = std::map<std::string_view, std::string_view>;

/// The words that a compiler would see after preprocessing, without directives; they point into the text.
struct Active {
    std::vector<std::string_view> words;
    Macros macros;
};

/// Evaluates #define, #undef, #ifdef, #ifndef, #else and #endif; keeps both branches of an #if with an
/// expression, and of a test for a name that only the driver knows (GL_…, __…).
Active active_words(std::string_view text);

/// The word that a macro finally expands to, or the word itself.
std::string_view resolve(std::string_view word, const Macros& macros);

}  // namespace pbp::glsl
