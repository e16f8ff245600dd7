// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "common/record/pass.hpp"

/// signs.inc as tables: what each mark of a picture means, in words.
namespace pbp::picture::signs {

struct Sign {
    std::string_view words;  ///< in a legend
    std::string_view mark;   ///< how a strip draws it
};

#define LINK(kind, words, colour, direction, swapped, mark) Sign{words, mark},
inline constexpr std::array links{
#include "common/picture/canvas/signs.inc"
};
#define MARK(name, words, mark) Sign{words, mark},
inline constexpr std::array marks{
#include "common/picture/canvas/signs.inc"
};
#define FORM(name, words, mark) inline constexpr Sign name{words, mark};
#define NOTE(name, words, mark) inline constexpr Sign name{words, mark};
#include "common/picture/canvas/signs.inc"

inline constexpr const Sign& of(LinkKind kind) {
    return links[static_cast<std::size_t>(kind)];
}
inline constexpr const Sign& of(CellMark mark) {
    return marks[static_cast<std::size_t>(mark)];
}

}  // namespace pbp::picture::signs
