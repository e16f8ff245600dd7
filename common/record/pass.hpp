// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <string>
#include <vector>

#include "common/check/values.hpp"
#include "common/device/backend.hpp"

/// What a lesson's passes leave behind: the one model of a row, for pictures, pages, exports and messages.
namespace pbp::record {

/// What happened between two cells on the way to a row.
enum class LinkKind : std::uint8_t {
    compared,    ///< looked at, left as they were
    swapped,     ///< compared and exchanged
    added,       ///< `from` was added into `to`
    moved,       ///< `from` was copied to `to`
    ascending,   ///< compared, smaller value to the lower index, nothing exchanged
    descending,  ///< compared, larger value to the lower index, nothing exchanged
    swapped_ascending,
    swapped_descending,
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
    padded,  ///< filled in to round the size up
    wrong,   ///< differs from the CPU twin: ringed
};

enum class Own : std::int8_t { taken_away = -1, none = 0, added = 1 };

/// What a pass makes of its cells besides what its links say: a cell is what it held, plus what was added to
/// it by links, plus or minus a value of its own.
struct Sum {
    std::uint32_t array =
        0;  ///< cells hold what the last row of the same array shows; the first holds nothing
    Own own = Own::none;
    std::vector<std::uint32_t> values = {};  ///< those of their own, one per cell, modulo 2^32; or none
};

/// Where a row stands: a buffer, the shared memory of the last dispatch, or one of several named arrays.
struct Place {
    enum class Kind : std::uint8_t { anywhere, buffer, image, shared, part };
    Kind kind = Kind::anywhere;  ///< anywhere: the input
    Handle number = 0;           ///< of the buffer or image, or of the part
};

/// What a check said of a row.
enum class Outcome : std::uint8_t {
    input,  ///< nothing: it stood there before any pass, or is drawn without a check
    right,
    wrong,
    shown,  ///< wrong as it should be, in a lesson that shows a fault
};

/// One array, or one image, after one pass.
struct Pass {
    std::string name = {};             ///< what the pass did, e.g. "block 8, stride 4"
    Values values = {};                ///< one per element; NaN is drawn as a value of its own
    Values expected = {};              ///< what the CPU twin says; empty: the same, or nobody asked
    std::vector<CellMark> marks = {};  ///< where there are fewer than values, the rest is plain
    Sum sum = {};
    std::vector<Link> links = {};  ///< indices into the row above (from) and this row (to)
    /// By cell, the flat global id of who wrote it, plus 1; 0: nobody; empty: not known.
    std::vector<std::uint32_t> writers = {};
    std::vector<std::uint32_t> lines = {};  ///< the line that did, as glsl::Source numbers lines
    std::string part = {};     ///< which array of a state that several make up; empty: the only one
    std::string element = {};  ///< what `part` counts, where that is not what the lesson counts
    Place place = {};
    glm::uvec2 image{0};         ///< across and down, rows from the top; 0: it is none
    double tolerance = 0;        ///< by which values may differ; channels of an image in steps of 1/255
    bool undivided = false;      ///< counts something else than the other rows: no dividers between groups
    std::int32_t number = -1;    ///< in its run, from 0; rows of one pass share it; -1: none
    std::uint32_t dispatch = 0;  ///< the last one before it, counted from 1; 0: none
    Outcome outcome = Outcome::input;

    bool is_image() const { return image.x > 0; }
    /// The name, and the part that it is of.
    std::string label() const { return part.empty() ? name : name + ", " + part; }
    CellMark mark(std::size_t i) const { return i < marks.size() ? marks[i] : CellMark::plain; }
    /// True where values are not what is expected, and are compared at all.
    bool differs(std::size_t i) const;
};

/// The cells from `first` on, `count` at most, with all that is known of them. Links count from `first`, too:
/// those that begin before it or do not end among the cells are left out.
Pass cut(const Pass& pass, std::size_t first, std::size_t count);

}  // namespace pbp::record

namespace pbp {

using record::CellMark, record::LinkKind;  // the words of a twin

}  // namespace pbp
