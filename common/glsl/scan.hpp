// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pbp::glsl {

/// True for a letter, a digit or an underscore.
bool word_char(char c);

/// A word of GLSL text; `text` points into the scanned text, which must outlive it.
struct Token {
    enum class Kind { name, number, symbol };
    Kind kind;
    std::string_view text;
    bool starts_line;  ///< first on its line; a line that ends in a backslash continues on the next
};

/// The text with every character of a comment except line ends replaced by a blank: the length is the same,
/// so offsets in one are valid in the other.
std::string without_comments(std::string_view text);

/// The line that starts at an offset, without its end.
std::string_view line_at(std::string_view text, std::size_t start);

/// The name after the # of a preprocessor line without comments, e.g. "include"; empty for any other line.
std::string_view directive(std::string_view line);

/// The words of a text outside comments, in order; each symbol is a word of one character.
std::vector<Token> tokens(std::string_view text);

}  // namespace pbp::glsl
