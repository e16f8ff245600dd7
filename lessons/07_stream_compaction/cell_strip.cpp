// SPDX-License-Identifier: MIT
// Some cells, one row per pass, and the slots where they went.
#include <algorithm>

#include "lessons/07_stream_compaction/pictures.hpp"

using namespace pbp;
using record::Pass;

namespace compaction {

namespace {

/// How many of n cells fit with all of their numbers readable.
std::uint32_t most_cells(std::size_t n) {
    return n <= 1000 ? 24 : n <= 1000000 ? 16 : 12;
}

/// From the first to the last of the slots where a part's cells went, as far as they fit into the strip.
Part slots_of(const Part& part, const Words& slots) {
    Words used;
    for (std::uint32_t i = part.first; i < part.first + part.count; ++i)
        if (slots[i] != untouched) used.push_back(slots[i]);
    if (used.empty()) return {};
    std::ranges::sort(used);
    const auto past = std::ranges::lower_bound(used, used.front() + part.count);
    return {used.front(), *(past - 1) - used.front() + 1};
}

}  // namespace

CellStrip::CellStrip(Run& run, const Words& active, std::uint32_t group) : run_(run), active_(active) {
    if (!run.drawing()) return;
    part_ = busiest(active, group, most_cells(active.size()));
    strip_.title = title(run, active, shown(part_, active));
    strip_.group = group;
    strip_.first = part_.first;
    strip_.element_name = "cell";
    add("active?", active);
}

void CellStrip::add(const std::string& label, const Words& values) {
    strip_.rows.push_back({.name = label, .values = Values(values).part(part_.first, part_.count)});
}

void CellStrip::mark_inactive(CellMark mark) {
    for (std::uint32_t i = part_.first; i < part_.first + part_.count; ++i)
        strip_.rows.back().marks.push_back(active_[i] != 0 ? CellMark::plain : mark);
}

void CellStrip::previous(const Buffer<std::uint32_t>& answers) {
    if (!run_.drawing()) return;
    add("is the previous one active?", run_.gpu.read(answers));
    for (std::uint32_t k = 0; k + 1 < part_.count; ++k)
        if (active_[part_.first + k] != 0) strip_.rows.back().links.push_back({k, k + 1, LinkKind::moved});
}

void CellStrip::scanned(const scan::Pass& pass, const Words& sums, std::uint32_t size) {
    if (!run_.drawing()) return;
    if (pass.level > 1) {  // there is no room for totals of totals next to the cells
        ++left_out_;
        return;
    }
    const std::uint32_t first_tile = part_.first / size, end = part_.first + part_.count;
    if (pass.level == 0) {
        const bool slots = pass.name.starts_with("slots");
        add(!slots                               ? pass.name
            : pass.kind == scan::Kind::exclusive ? "slots: scan - flag + prefix"
                                                 : "slots: scan + prefix",
            sums);
        if (slots) mark_inactive(CellMark::idle);
        if (pass.step != scan::Step::add_before) return;
        for (std::uint32_t i = std::max(part_.first, size); i < end; ++i)  // nothing comes before tile 0
            strip_.rows.back().links.push_back({i / size - first_tile, i - part_.first, LinkKind::added});
        return;
    }
    const bool prefixes = pass.step == scan::Step::scan_parts;
    Pass row{.name = pass.name, .sum = {prefixes ? 2U : 1U}, .span = size};
    const std::uint32_t tiles = scan::parts_of(end, size) - first_tile;
    row.values = Values(sums).part(first_tile, tiles);
    for (std::uint32_t tile = 0; tile < tiles; ++tile) {
        const std::uint32_t last = (first_tile + tile + 1) * size - 1;
        if (!prefixes && last < end) row.links.push_back({last - part_.first, tile, LinkKind::moved});
        // A sum of totals, some of which may be further left than the picture.
        for (std::uint32_t before = 0; prefixes && first_tile == 0 && before < tile; ++before)
            row.links.push_back({before, tile, LinkKind::added});
    }
    strip_.rows.push_back(std::move(row));
}

void CellStrip::scanned(const scan::Pass& pass, const Buffer<std::uint32_t>& sums, std::uint32_t size) {
    if (run_.drawing()) scanned(pass, run_.gpu.read(sums), size);
}

void CellStrip::traced(const scan::Pass& pass, std::size_t recorded, std::uint32_t size) {
    if (!run_.drawing()) return;
    const auto sums = run_.traced_row(recorded);
    unrecorded_ = sums.empty();
    if (!unrecorded_) scanned(pass, sums, size);
}

void CellStrip::drawn_slots(const Words& slots) {
    if (!run_.drawing()) return;
    add("slots, as drawn", slots);
    mark_inactive(CellMark::absent);
}

void CellStrip::save(const Words& kept, const std::string& how_to_read) {
    if (!run_.drawing()) return;
    const auto slots = slots_of(part_, slots_from(kept, active_));
    Pass row{.name = "cells kept: none of these", .undivided = true};
    if (slots.count == 1) row.name = fmt::format("the cell in slot {}", slots.first);
    if (slots.count > 1)
        row.name = fmt::format("the cells in slots {} to {}", slots.first, slots.first + slots.count - 1);
    row.values = Values(kept).part(slots.first, slots.count);
    for (std::uint32_t s = slots.first; s < slots.first + slots.count; ++s) {
        row.marks.push_back(part_.holds(kept[s]) ? CellMark::plain : CellMark::idle);
        if (part_.holds(kept[s]))
            row.links.push_back({kept[s] - part_.first, s - slots.first, LinkKind::moved});
    }
    strip_.rows.push_back(std::move(row));
    strip_.how_to_read = how_to_read;
    if (left_out_ > 0)
        strip_.left_out =
            fmt::format("Not shown: {} pass{} over totals of totals.", left_out_, left_out_ == 1 ? "" : "es");
    if (unrecorded_)
        strip_.how_to_read += " With this many cells, the passes inside the dispatch are not recorded.";
    run_.picture("", draw(strip_));
}

}  // namespace compaction
