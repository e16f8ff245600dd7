// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "common/record/pass.hpp"

/// What a run leaves for its page. Knows neither OpenGL nor who runs lessons.
namespace pbp::page {

/// What stands in the cells of a row.
enum class CellType : std::uint8_t { uint32, int32, float32, float64, pixel };

/// What the page is told of a pass, or of a frame, beside its numbers, which a RowCoder turns into bytes: at
/// most as many of them as the page shows.
struct RowHead {
    std::string label = {}, part = {};
    std::uint32_t pass = 0;  ///< rows of one pass share its number
    std::int32_t again =
        -1;              ///< another run of pass `again`, made in another order or seen another way; -1: none
    bool input = false;  ///< what stood there before any pass
    bool frame = false;  ///< a picture of the state, no array
    CellType type = CellType::uint32;
    std::uint32_t cells = 0;              ///< elements, or pixels
    std::uint32_t width = 0, height = 0;  ///< of the image
    std::uint32_t every = 1;              ///< only every n-th pixel is here, across and down
    std::uint32_t links = 0, wrong = 0;
    bool marks = false, expected = false, written = false;  ///< whether bytes say so
    bool over_before = false;  ///< whether pixels are kept against the image before
    std::uint32_t array = 0;
    record::Own own = record::Own::none;
    std::uint64_t first = 0, total = 0;     ///< which element the first cell is, and of how many
    std::int32_t dispatch = -1;             ///< which of the version's dispatches made it; -1: none
    std::vector<std::uint32_t> lines = {};  ///< that wrote its cells, each once
};

/// One dispatch: which of the version's programs on how many workgroups of which size.
struct Dispatch {
    std::uint32_t program = 0;
    std::array<std::uint32_t, 3> groups{1, 1, 1}, local_size{1, 1, 1};
    std::uint32_t subgroup_size = 0;  ///< 0: not known
};

/// A shader and what it includes; file S is what line numbers from 1000 S on mean.
struct SourceFile {
    std::string name;  ///< e.g. "05_bitonic_sort/v1_shared.comp"
    std::string text;
};
struct Program {
    std::string name;
    std::vector<SourceFile> files;
};

/// What a simulator found, or a driver or a check said, at a line of a shader.
struct LineNote {
    std::string file;  ///< as in SourceFile::name
    std::int32_t line = 0;
    std::string kind;  ///< in a word or two: "data race", "bank conflict"
    std::string text;
};
/// What was counted at a line, over the whole version.
struct LineCount {
    std::string file;
    std::int32_t line = 0;
    std::string what;  ///< e.g. "extra cycles of bank conflicts"
    double value = 0;
};

/// What the pattern of wrong cells usually means.
struct Finding {
    std::string pattern, what, meaning;
    std::vector<std::string> hints;
};

/// What a strip says of itself.
struct Caption {
    std::string title, how_to_read, value_name;
    std::uint32_t group = 0;                      ///< a divider after every so many elements; 0: none
    std::array<std::uint32_t, 3> shape{0, 0, 0};  ///< the elements are cells of a grid; 0: they are not
};

/// A part of what a version recorded: what came since the last piece.
struct Piece {
    std::string version;
    bool restart = false;  ///< what earlier pieces said of this version no longer counts
    std::vector<RowHead> rows;
    std::string bytes;  ///< of these rows
    std::vector<Dispatch> dispatches;
    std::vector<Program> programs;
    std::vector<LineNote> line_notes;
    std::vector<LineCount> line_counts;
    std::vector<Caption> caption;  ///< none or one, once the story has ended
};

/// How a version came out, and all its pieces in one.
struct Version {
    Piece recorded;
    std::string name, idea;
    std::string status;   ///< right, shown, wrong, skipped, failed; empty: it did not end
    std::string message;  ///< why it is not right
    std::uint64_t passes = 0, passes_checked = 0;
    std::string orders, time;  ///< in words
    std::string packed;        ///< recorded.bytes as the page has them, where that has been done before
    std::vector<std::string> notes, pictures;  ///< files beside the page
    std::vector<Finding> findings;
};

/// A run of a lesson.
struct Report {
    std::string lesson, title, element, data, renderer, subgroups;
    std::string began;  ///< date and time in words
    double seconds = 0;
    std::string problem;  ///< what ended the whole run; empty: nothing did
    std::vector<Version> versions;
};

}  // namespace pbp::page
