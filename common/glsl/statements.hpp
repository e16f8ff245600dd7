// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pbp::glsl {

/// A place in a function that has room for one more statement.
struct Gap {
    std::size_t offset = 0;           ///< into the text, directly after what is before it
    int line = 0;                     ///< of the end of the statement, or of the brace, before it
    bool ends_line = true;            ///< no other statement follows on that line
    std::string before;               ///< that statement, or brace
    std::vector<std::size_t> blocks;  ///< the offsets of the braces around it, outermost first
};

/// A pair of braces with statements.
struct Block {
    std::size_t begin = 0, end = 0;  ///< the offsets of its braces
    int first_line = 0, last_line = 0;
    bool loops = false;
};

struct Statements {
    std::vector<Gap> gaps;      ///< as the text goes
    std::vector<Block> blocks;  ///< by their ends
};

/// The statements of a text's functions. There is no gap between a condition and what it governs, nor after a
/// jump.
Statements statements_of(std::string_view text);

}  // namespace pbp::glsl
