// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "common/picture/canvas/legend.hpp"
#include "common/picture/strip/columns.hpp"
#include "common/picture/strip/strip.hpp"

namespace pbp::picture {

/// How the links above a row are drawn.
enum class LinkForm : std::uint8_t {
    boxes,     ///< neighbours: a box around the pair, a cross below it if they swapped
    brackets,  ///< pairs: one bracket each, on its own track
    bundles,   ///< many pairs of one stride: one bracket for all, one tick per element
    curves,    ///< values that move from one cell to another
};

/// The appearance of each kind of link.
struct LinkLook {
    Color color;
    bool swapped = false;
    int direction = 0;   ///< 1: the larger value goes right, -1: left, 0: unspecified
    bool flows = false;  ///< drawn as a curve
};
LinkLook look_of(LinkKind kind);

/// A run of pairs (from, to), (from + 1, to + 1), ... of one direction.
struct Bundle {
    std::uint32_t from = 0, to = 0, count = 0;
    LinkLook look;
};

/// Values of one kind that go from a run of cells into one cell, or from one cell into a run of cells: drawn
/// as a bracket over the run and a single curve. Or a running sum: each cell of the run gets all before it.
struct Fan {
    std::uint32_t first = 0, count = 0, one = 0;  ///< the run, and the cell at the other end
    bool out = false;                             ///< from the one cell into the run
    LinkKind kind = LinkKind::moved;
    bool running = false;
};

/// The height available to links.
enum class LinkRoom : std::uint8_t { ample, tight, ticks };

/// The links of a row that can be shown, each with its track, and the height they need between the rows.
struct LinkPlan {
    std::vector<record::Link> pairs, flows;  ///< from < to in pairs
    std::vector<Fan> fans;
    std::vector<std::uint32_t> fan_tracks;
    std::vector<record::Link> missing, extra;  ///< record::Pass has them
    std::vector<std::uint32_t> kept;           ///< cells that were added into: their old value is an operand
    LinkForm form = LinkForm::boxes;           ///< of the pairs
    std::vector<Bundle> bundles;               ///< if the form is bundles
    std::vector<std::uint32_t> tracks;         ///< of the pairs, or of the bundles
    std::uint32_t track_count = 0;
    float tick = 6;     ///< the height of a tall tick
    float spacing = 6;  ///< between tracks
    float height = 0;
};

/// Assigns each pair, sorted by `from`, to the first free track; returns the number of tracks.
std::uint32_t assign_tracks(const std::vector<record::Link>& pairs, std::vector<std::uint32_t>& tracks);

/// The cells, in order, that values are added to or combined into, and that keep what they held for it.
std::vector<std::uint32_t> grown_cells(const std::vector<record::Link>& links);

/// Plans the links whose ends are both below `elements`, for cells `cell_width` wide; `above` is the row
/// above, if it is shown.
LinkPlan plan_links(const record::Pass& row, std::uint32_t elements, float cell_width, LinkRoom room,
                    const record::Pass* above = nullptr);

/// A row of cells that links start or end at: where its cells are, and the height of the edge that links
/// meet.
struct LinkEdge {
    const Columns& columns;
    float y;
};

/// Draws a plan between the bottom of the row above, whose cells are `cell_height` high, and the top of its
/// own row. `colors`: of the lines from each cell above; none: those of the kinds.
void draw_links(Canvas& canvas, const LinkPlan& plan, const LinkEdge& above, const LinkEdge& below,
                float cell_height, const std::vector<Color>& colors = {});

/// A sample of each kind of link in the plans, in the form used there. `colored_by`: what the colour of a
/// line that moves shows, such as "value"; none: its kind.
std::vector<LegendItem> link_legend(const std::vector<LinkPlan>& plans, const std::string& colored_by = "");

}  // namespace pbp::picture
