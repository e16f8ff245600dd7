// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec2.hpp>
#include <string>
#include <vector>

#include "common/check/values.hpp"
#include "common/device/backend.hpp"

/// What a lesson's passes leave for pictures, pages, exports and messages: the single model of a row.
namespace pbp::record {

/// What happened between two cells on the way to a row.
enum class LinkKind : std::uint8_t {
    compared,    ///< compared, left unchanged
    swapped,     ///< compared and exchanged
    added,       ///< `from` was added into `to`
    moved,       ///< `from` was copied to `to`
    ascending,   ///< compared, smaller value to the lower index, nothing exchanged
    descending,  ///< compared, larger value to the lower index, nothing exchanged
    swapped_ascending,
    swapped_descending,
    combined,  ///< `from` was taken into `to`, by another operator than +
};

struct Link {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    LinkKind kind = LinkKind::compared;
};

enum class CellMark : std::uint8_t {
    plain,
    idle,    ///< holds a value that no longer matters: drawn pale
    absent,  ///< holds nothing: drawn as an empty outline, and not compared
    padded,  ///< added to round the size up
    wrong,   ///< differs from the CPU twin: ringed
    unused,  ///< no access is expected in this pass: the value is that of an earlier one
};

enum class Own : std::int8_t { taken_away = -1, none = 0, added = 1 };

/// What a pass does to its cells besides its links: a cell is its previous value, plus what links added to
/// it, plus or minus a value of its own.
struct Sum {
    /// Cells hold the values in the last row of the same array; the first holds nothing.
    std::uint32_t array = 0;
    Own own = Own::none;
    std::vector<std::uint32_t> values = {};  ///< the cells' own values, one per cell, modulo 2^32; or none
};

/// Where a row is: a buffer, the shared memory of the last dispatch, or one of several named arrays.
struct Place {
    enum class Kind : std::uint8_t { anywhere, buffer, image, shared, part };
    Kind kind = Kind::anywhere;  ///< anywhere: the input
    Handle number = 0;           ///< of the buffer or image, or of the part
};

/// The result of checking a row.
enum class Outcome : std::uint8_t {
    input,  ///< none: it is from before any pass, or is drawn without a check
    right,
    wrong,
    shown,      ///< wrong on purpose, in a lesson that shows a fault
    unchecked,  ///< compared with nothing
};

/// One array, or one image, after one pass.
struct Pass {
    std::string name = {};             ///< what the pass did, e.g. "block 8, stride 4"
    Values values = {};                ///< one per element; NaN is drawn as a value of its own
    Values expected = {};              ///< according to the CPU twin; empty: the same, or not checked
    std::vector<CellMark> marks = {};  ///< if there are fewer than values, the rest are plain
    Sum sum = {};
    std::vector<Link> links = {};  ///< indices into the row above (from) and this row (to)
    /// Of a wrong row, where that is known: links that should be there, and those that should not.
    std::vector<Link> missing = {}, extra = {};
    /// Cells of the row above that decided where the value of a cell was read or put: to be drawn on demand.
    std::vector<Link> placed = {};
    /// Per cell, the flat global id of the invocation that wrote it, plus 1; 0: none; empty: unknown.
    std::vector<std::uint32_t> writers = {};
    /// Elements that a cell stands for: a tile's total, for one, is drawn as one box under its tile.
    std::uint32_t span = 1;
    std::vector<std::uint32_t> lines = {};  ///< the line that wrote it, as glsl::Source numbers lines
    std::string part = {};     ///< which array of a state made up of several; empty: the only one
    std::string element = {};  ///< what `part` counts, if not what the lesson counts
    Place place = {};
    glm::uvec2 image{0};         ///< width and height, rows from the top; 0: not an image
    double tolerance = 0;        ///< by which values may differ; image channels in steps of 1/255
    bool undivided = false;      ///< counts something other than the other rows: no dividers between groups
    std::int32_t number = -1;    ///< in its run, from 0; rows of one pass share it; -1: none
    std::uint32_t dispatch = 0;  ///< the last one before it, counted from 1; 0: none
    Outcome outcome = Outcome::input;

    bool is_image() const { return image.x > 0; }
    /// The name, and the part it belongs to.
    std::string label() const { return part.empty() ? name : name + ", " + part; }
    CellMark mark(std::size_t i) const { return i < marks.size() ? marks[i] : CellMark::plain; }
    /// True if values differ from what is expected, and are compared at all.
    bool differs(std::size_t i) const;
};

/// The links of a row, of each sort.
inline constexpr std::array all_links{&Pass::links, &Pass::missing, &Pass::extra, &Pass::placed};

/// At most `count` cells starting at `first`, with all that is known about them. Link indices are relative to
/// `first`, too: links that begin before it, or do not end among the cells, are left out.
Pass cut(const Pass& pass, std::size_t first, std::size_t count);

}  // namespace pbp::record

namespace pbp {

using record::CellMark, record::LinkKind;  // the vocabulary of a twin

}  // namespace pbp
