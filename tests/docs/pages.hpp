// SPDX-License-Identifier: MIT
// The pages as text: which there are, their lines, and what is in them besides code.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace pbp::docs {

namespace fs = std::filesystem;

/// The project's folder.
inline const fs::path root = PBP_SOURCE_DIR;

/// The lesson whose number or whole name this is, or an empty string.
std::string lesson_of(const std::string& word);

/// One line of a page.
struct Line {
    std::string text;
    bool code = false;  ///< in a fenced block, or one of its fences
};

/// README.md, CONTRIBUTING.md, CHANGELOG.md and docs/*.md, in the order of their names.
std::vector<fs::path> pages();

std::vector<std::string> lines_of(const std::string& text);

/// The lines of a page; an indented fence, as in a list, is a fence too.
std::vector<Line> read_page(const fs::path& page);

/// The text after `<!-- KIND: ` in a line that is not code, or nothing.
std::string note_of(const Line& line, const std::string& kind);

/// The file that a line shows as a picture; one of a page.
fs::path picture_in(const Line& line, const fs::path& page);

/// The places of a page that a link may name: its headings, as a code-hosting site and the built site name
/// them.
std::vector<std::string> anchors(const fs::path& page);

/// A link of a page: its words, and where it leads.
struct Link {
    std::string words, target;
};

/// The links outside code: [words](target), ![words](target), and [words]: target at the start of a line.
std::vector<Link> links(const fs::path& page);

/// The pages of the book in the order of the lists in docs/README.md, as its links name them.
std::vector<Link> contents();

}  // namespace pbp::docs
