// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "common/lesson/run.hpp"
#include "lessons/07_stream_compaction/compaction.hpp"

/// What the lesson draws: some cells through all passes, slices of the cube, and where every kept cell went.
namespace compaction {

/// A part of the cells that is small enough to draw.
struct Part {
    std::uint32_t first = 0, count = 0;
    bool holds(std::uint32_t i) const { return i - first < count; }
};

/// The `most` cells around the end of a workgroup (of `group` cells) with the best mix of active and
/// inactive ones; elsewhere if no such place has both; all cells if there are no more than `most`.
Part busiest(const Words& active, std::uint32_t group, std::uint32_t most);

/// The title of a picture; if it shows only part of the cells, it ends with which.
std::string title(const pbp::Run& run, const Words& active, const std::string& result = "");
std::string shown(const Part& part, const Words& active);

/// A strip of some of the cells through all passes, and of the slots where they went. In a run without
/// drawing it reads and keeps nothing.
class CellStrip {
  public:
    /// Starts with which cells are active; `group`: the number of cells per workgroup.
    CellStrip(pbp::Run& run, const Words& active, std::uint32_t group);

    /// v2's answers: each cell's flag moves to the next one.
    void previous(const pbp::Buffer<std::uint32_t>& answers);
    /// A pass of a scan: sums of cells, or totals of parts, each drawn over its part of `size` cells.
    void scanned(const scan::Pass& pass, const Words& sums, std::uint32_t size);
    void scanned(const scan::Pass& pass, const pbp::Buffer<std::uint32_t>& sums, std::uint32_t size);
    /// The same from what a dispatch traced as its pass `recorded`; draws nothing if it was not traced.
    void traced(const scan::Pass& pass, std::size_t recorded, std::uint32_t size);
    /// v1's slots; only active cells have one.
    void drawn_slots(const Words& slots);
    /// The slots where these cells went, with arrows; ends the strip and saves it.
    void save(const Words& kept, const std::string& how_to_read);

  private:
    void add(const std::string& label, const Words& values);
    void mark_inactive(pbp::CellMark mark);

    pbp::Run& run_;
    const Words& active_;
    Part part_;
    pbp::picture::Strip strip_;
    bool unrecorded_ = false;     ///< a dispatch whose passes were not traced
    std::uint32_t left_out_ = 0;  ///< passes without a row
};

/// The sentence under a version's strip.
std::string how_to_read(const std::string& version);

/// Slices of the cube: active cells, coloured and numbered by slot.
pbp::picture::Canvas draw_slices(const pbp::Run& run, const Words& active, const Words& kept);

/// Cells above, slots below, and a line from each kept cell to its slot; the colour changes every few
/// neighbours.
pbp::picture::Canvas draw_survivors(const pbp::Run& run, const Words& active, const Words& kept);

/// Saves v1's strip and both of these, all from the same outcome.
void draw_appended(pbp::Run& run, const Words& active, const Words& kept);

/// Saves both; does nothing in a run without drawing.
void draw_outcome(pbp::Run& run, const Words& active, const Words& kept);

}  // namespace compaction
