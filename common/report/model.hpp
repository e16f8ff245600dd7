// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "common/check/cause.hpp"
#include "common/record/host_calls.hpp"
#include "common/record/pass.hpp"
#include "common/sim/reported/reported.hpp"

/// The data that a run leaves for its page. Independent of OpenGL and of the code that runs lessons.
namespace pbp::page {

/// The contents of a row's cells.
enum class CellType : std::uint8_t { uint32, int32, float32, float64, pixel };

/// Metadata of a pass, or a frame, for the page. A RowCoder turns its numbers into bytes, at most as many as
/// the page shows.
struct RowHead {
    std::string label = {}, part = {};
    std::uint32_t pass = 0;  ///< rows of one pass share its number
    /// Another run of pass `again`, in another order or from another view; -1: none.
    std::int32_t again = -1;
    bool input = false;      ///< contents from before any pass
    bool unchecked = false;  ///< compared with nothing
    bool frame = false;      ///< a picture of the state, not an array
    CellType type = CellType::uint32;
    std::uint32_t cells = 0;              ///< elements, or pixels
    std::uint32_t width = 0, height = 0;  ///< of the image
    std::uint32_t every = 1;              ///< only every n-th pixel is included, in x and y
    std::uint32_t links = 0, missing = 0, extra = 0, placed = 0, wrong = 0;
    bool marks = false, expected = false, written = false;  ///< whether bytes include them
    bool over_before = false;  ///< whether pixels are stored as differences from the previous image
    std::uint32_t array = 0;
    record::Own own = record::Own::none;
    std::uint32_t span = 1;                 ///< elements that a cell stands for, as record::Pass::span
    bool undivided = false;                 ///< no lines between groups, as record::Pass::undivided
    std::uint64_t first = 0, total = 0;     ///< index of the first cell's element, and the number of elements
    std::int32_t dispatch = -1;             ///< which of the version's dispatches produced it; -1: none
    std::vector<std::uint32_t> lines = {};  ///< that wrote its cells, each once
};

/// One dispatch: which of the version's programs, on how many workgroups of what size.
struct Dispatch {
    std::uint32_t program = 0;
    std::array<std::uint32_t, 3> groups{1, 1, 1}, local_size{1, 1, 1};
    std::uint32_t subgroup_size = 0;  ///< 0: unknown
};

/// A shader and its includes; line numbers from 1000 S on refer to file S.
struct SourceFile {
    std::string name;  ///< e.g. "05_bitonic_sort/v1_shared.comp"
    std::string text;
};
struct Program {
    std::string name;
    std::vector<SourceFile> files;
};

/// A message of the simulator, a driver or a check about a line of a shader.
struct LineNote {
    std::string file;  ///< as in SourceFile::name
    std::int32_t line = 0;
    std::string kind;  ///< a short name: "data race", "bank conflict"
    std::string text;
};
/// A count for a line, over the whole version.
struct LineCount {
    std::string file;
    std::int32_t line = 0;
    std::string what;  ///< e.g. "extra cycles of bank conflicts"
    double value = 0;
};

/// What a strip's caption says.
struct Caption {
    std::string title, how_to_read, value_name;
    std::uint32_t group = 0;                      ///< a divider after every `group` elements; 0: none
    std::array<std::uint32_t, 3> shape{0, 0, 0};  ///< the grid whose cells are the elements; 0: none
    std::uint32_t n = 0;                          ///< elements that the version ran on; 0: unknown
    std::uint32_t ungrouped = 0;                  ///< rows at the top without dividers
    std::string group_name = {};                  ///< what the elements between two dividers belong to
};

/// Part of what a version recorded: everything since the previous piece.
struct Piece {
    std::string version;
    bool restart = false;  ///< discard what earlier pieces said about this version
    std::vector<RowHead> rows;
    std::string bytes;  ///< of these rows
    std::vector<Dispatch> dispatches;
    std::vector<Program> programs;
    std::vector<LineNote> line_notes;
    std::vector<LineCount> line_counts;
    std::vector<Caption> caption;  ///< none or one, once the story has ended
    std::string film = {};         ///< who made each cell, as page/film.js reads it; empty: not observed
    std::string stepping = {};     ///< line by line, as page/stepping.js reads it; empty: not recorded
};

/// The result of one version, with all its pieces merged.
struct Version {
    Piece recorded;
    std::string name, idea;
    std::string status;   ///< right, shown, wrong, skipped, failed; empty: unfinished
    std::string message;  ///< why it is not right
    std::uint64_t passes = 0, passes_checked = 0;
    std::string orders, time;                  ///< in words
    std::string packed;                        ///< recorded.bytes as stored in the page, if already packed
    std::vector<std::string> notes, pictures;  ///< pictures: files beside the page
    Cause cause;
    HostCalls calls;  ///< what the CPU did; empty but for the verb calls
    sim::PredictedTime predicted = {};
};

/// A run of a lesson.
struct Report {
    std::string lesson, title, element, data, renderer, subgroups;
    std::string about;  ///< what the lesson is about, in a few sentences
    std::string began;  ///< date and time in words
    double seconds = 0;
    std::string problem;  ///< what ended the whole run; empty: nothing
    std::vector<Version> versions;
};

}  // namespace pbp::page
