// SPDX-License-Identifier: MIT
#include "lessons/07_stream_compaction/pictures.hpp"

#include <algorithm>

#include "common/picture/diagram/grid.hpp"

using namespace pbp;
using namespace pbp::picture;

namespace compaction {

std::string title(const Run& run, const Words& active, const std::string& result) {
    return fmt::format("07 stream compaction, {}: {} of {} cells kept{}", run.version(), count_of(active),
                       active.size(), result);
}

std::string shown(const Part& part, const Words& active) {
    if (part.count == active.size()) return "";
    return fmt::format("; shown: cells {} to {}", part.first, part.first + part.count - 1);
}

std::string how_to_read(const std::string& version) {
    const std::string slots =
        " The last row is a different array: the numbers of the kept cells, as the slots hold them in the "
        "end, with an arrow from each cell.";
    if (version == "v1")
        return "Lines separate the cells of workgroups. The second row shows the slot that each active cell "
               "drew from the counter: in order of arrival, not in order of position." +
               slots +
               " A cell without an arrow went further right. Of several outcomes, the one most out of order "
               "is shown.";
    if (version == "v2")
        return "Lines separate the blocks of the scan. Row 2 is row 1 shifted by one cell, so its sum up to "
               "a cell is the number of active cells before it: first within the block, then with the "
               "earlier blocks added. Pale slots are unused: their cells are not active." +
               slots;
    return "Lines separate the workgroups' tiles. Each tile scans its own flags, finds by look-back how many "
           "cells are kept before it, and adds that number. A cell's slot is its value in row 2, less its "
           "own flag, plus its tile's prefix. Pale slots are unused: their cells are not active. All of this "
           "is one dispatch." +
           slots;
}

Part busiest(const Words& active, std::uint32_t group, std::uint32_t most) {
    const auto n = static_cast<std::uint32_t>(active.size());
    if (n <= most) return {0, n};
    Part best{0, most};
    std::uint32_t best_score = 0;
    // Ends of workgroups first; if all of them are among cells of one kind, any place.
    for (std::uint32_t step = group; best_score == 0; step = most / 2) {
        for (std::uint32_t end = step; end + most / 2 <= n; end += step) {
            const std::uint32_t first = end - std::min(end, most / 2);
            std::uint32_t changes = 0, kept = active[first];
            for (std::uint32_t i = first + 1; i < first + most; ++i) {
                changes += active[i] != active[i - 1] ? 1 : 0;
                kept += active[i];
            }
            const std::uint32_t score = 4 * changes + std::min(kept, most - kept);
            if (score > best_score) best = {first, most}, best_score = score;
        }
        if (step == most / 2) break;
    }
    return best;
}

Canvas draw_slices(const Run& run, const Words& active, const Words& kept) {
    const auto voxels = voxels_of(run.options);
    const auto slots = slots_from(kept, active);
    const std::uint32_t edge = voxels.edge, slices = scan::parts_of(voxels.n, voxels.slice());
    // A cell takes at least 4 pixels; the numbers of small slices fit if three are side by side.
    const std::uint32_t across = edge <= 8 ? 3 : std::clamp(980 / (edge * 4 + 64), 1u, 4u);
    const std::uint32_t count = std::min(slices, edge <= 8 ? 9 : edge <= 64 ? 2 * across : across);
    const std::string part = count < slices ? fmt::format("; shown: {} of {} slices", count, slices) : "";
    Grid grid{title(run, active, part), "",  "slot", false, {}, "not active",
              static_cast<int>(across), "x", "y"};
    std::uint32_t most = 0;  // slots in one slice
    for (std::uint32_t k = 0; k < count; ++k) {
        const std::uint32_t z = (2 * k + 1) * slices / (2 * count);
        Panel panel{fmt::format("z = {}", z), static_cast<int>(edge), static_cast<int>(edge), 0, 0, {}, 0, 0};
        std::uint32_t first_slot = ~0u, last_slot = 0;
        for (std::uint32_t i = z * voxels.slice(); i < (z + 1) * voxels.slice(); ++i) {
            const bool keep = i < voxels.n && active[i] != 0;
            if (keep) first_slot = std::min(first_slot, slots[i]), last_slot = std::max(last_slot, slots[i]);
            panel.cells.push_back({keep ? static_cast<double>(slots[i]) : 0,
                                   keep ? std::to_string(slots[i]) : "", !keep, false});
        }
        most = std::max(most, last_slot + 1 - first_slot);
        if (edge > 8 && last_slot >= first_slot)
            panel.title += fmt::format(": slots {} to {}", first_slot, last_slot);
        grid.panels.push_back(std::move(panel));
    }
    grid.how_to_read = fmt::format(
        "Slices of the cube, one per z, with x to the right and y down: cell number = (z * {0} + y) * {0} + "
        "x. Coloured cells are active: the colour{1} is the cell's slot, its position among those that are "
        "kept.{2}{3}{4}",
        edge, edge <= 8 ? ", and the number," : "",
        run.is("v1")
            ? " Read the slots row by row, slice by slice: where they do not increase, the order is lost."
        : 16 * most < count_of(active)
            ? " Within a slice the colour hardly changes, from slice to slice it does: the order is kept."
            : " Read row by row, slice by slice, the slots increase: the order is kept.",
        run.options.extra.at("--shape") == "gyroid" && !own_data(run.options)
            ? " The shape is a gyroid, a wavy sheet."
            : "",
        voxels.n < voxels.cells() ? fmt::format(" Only the first {} cells were requested.", voxels.n) : "");
    return draw(grid);
}

void draw_appended(Run& run, const Words& active, const Words& kept) {
    CellStrip strip(run, active, local_size_for(run.n));
    strip.drawn_slots(slots_from(kept, active));
    strip.save(kept, how_to_read("v1"));
    draw_outcome(run, active, kept);
}

// No picture as wide as a page can show every cell of larger slices.
constexpr std::uint32_t most_drawn_edge = 384;

void draw_outcome(Run& run, const Words& active, const Words& kept) {
    if (!run.drawing()) return;
    if (voxels_of(run.options).edge <= most_drawn_edge)
        run.picture("slices", draw_slices(run, active, kept));
    else
        run.note(fmt::format("slices are drawn up to an edge of {}", most_drawn_edge));
    run.picture("survivors", draw_survivors(run, active, kept));
}

}  // namespace compaction
