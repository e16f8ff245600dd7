// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pbp::mutants {

/// A name, a number or a whole operator of a shader, where it can be changed.
struct Word {
    std::size_t offset = 0;
    std::string_view text;
    std::size_t end() const { return offset + text.size(); }
    bool is(std::string_view other) const { return text == other; }
    bool is_name() const;
};

/// The words of a shader without preprocessor lines; `text` must outlive them.
std::vector<Word> words_of(std::string_view text);

/// The bracket that closes the one at `open`; the last word if none does.
std::size_t closing(std::span<const Word> words, std::size_t open);

/// The range of each argument between two brackets, separated by the commas of their own level.
struct Range {
    std::size_t first = 0, last = 0;  ///< words [first, last)
};
std::vector<Range> arguments(std::span<const Word> words, std::size_t open, std::size_t close, char by = ',');

}  // namespace pbp::mutants
