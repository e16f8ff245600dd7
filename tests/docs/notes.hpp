// SPDX-License-Identifier: MIT
// What is on the pages and comes from elsewhere: a note `<!-- KIND: WORDS -->`, and the block after it.
#pragma once

#include <functional>

#include "tests/docs/pages.hpp"

namespace pbp::docs {

/// True with PBP_UPDATE_QUOTES=1: blocks are written instead of compared.
bool updating();

/// A line for a failure: the command that renews what this test case compares, with such variables set.
std::string renewed_by(const std::string& variables = "PBP_UPDATE_QUOTES=1");

/// Writes a page whose text has changed.
void update(const fs::path& page, const std::string& text);

/// A note, and the page that it is on.
struct Note {
    const std::vector<Line>& page;
    std::size_t at;     ///< its line
    std::string words;  ///< e.g. "03_reduction --n 4096"
};

/// The lines of a note's block: from `first` to before `end`.
struct Extent {
    std::size_t first, end;
};

/// Between the fences after the note.
Extent fenced(const Note& note);
/// The table after the note.
Extent table(const Note& note);
/// All up to a line.
std::function<Extent(const Note&)> up_to(const std::string& line);

std::vector<std::string> lines_in(const Note& note, Extent extent);

/// Compares every block of a kind, on all pages, with what `real` returns for its note; or writes that.
/// Returns the words of the notes.
std::vector<std::string> check_blocks(const std::string& kind,
                                      const std::function<Extent(const Note&)>& extent,
                                      const std::function<std::vector<std::string>(const Note&)>& real);

}  // namespace pbp::docs
