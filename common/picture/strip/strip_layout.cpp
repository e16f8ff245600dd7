// SPDX-License-Identifier: MIT
#include "common/picture/strip/strip_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/picture/canvas/numbers.hpp"
#include "common/picture/canvas/paragraph.hpp"
#include "common/picture/canvas/style.hpp"

namespace pbp::picture {
namespace {

constexpr float square = 36;    ///< the side of a comfortable cell
constexpr float widest = 76;    ///< a cell that holds ten digits
constexpr float narrowest = 2;  ///< a cell that is still visible
constexpr float most_label = 190, most_band = 110;
constexpr float ruler_height = 24;
constexpr float widest_picture = 1600;   ///< if cells need room for numbers
constexpr float tallest_picture = 2400;  ///< beyond it rows are left out, and the picture says so

/// The width needed by the longest number of the first and the last row.
float wanted_width(const Strip& strip) {
    float wanted = square;
    for (const record::Pass* row : {&strip.rows.front(), &strip.rows.back()}) {
        if (row->values.size() > 64) return square;
        for (std::size_t i = 0; i < row->values.size(); ++i)
            wanted = std::max(wanted, text_width(full_number(row->values[i]), 12) + 10);
    }
    for (const auto& row : strip.texts)
        for (const auto& text : row) wanted = std::max(wanted, text_width(text, 12) + 6);
    return std::min(wanted, widest);
}

void place_columns(StripLayout& layout, const Strip& strip, float room) {
    Columns& columns = layout.columns;
    const auto count = static_cast<float>(std::max(layout.all_elements, 1U));
    columns.first = strip.first;
    columns.count = layout.all_elements;
    columns.group = strip.group;
    float groups = 0;
    for (std::uint32_t i = 1; i < layout.all_elements; ++i) groups += columns.begins_group(i) ? 1.0F : 0.0F;
    columns.group_gap = groups == 0 ? 0 : std::clamp(room / count * 0.4F, 3.0F, 9.0F);
    if (columns.group_gap * groups > room * 0.25F) columns.group_gap = 0, columns.group = 0;
    const float possible = (room - groups * columns.group_gap) / count;
    const float wanted = wanted_width(strip);
    columns.cell_width = possible >= wanted ? wanted : std::min(possible, square);
    if (columns.cell_width >= 8) columns.cell_width = std::floor(columns.cell_width);
    columns.cell_width = std::max(columns.cell_width, narrowest);
    columns.space = columns.cell_width >= 8 ? 2 : 0;
    layout.elements = layout.all_elements;
    while (layout.elements > 1 && columns.end(layout.elements - 1) - columns.left > room + 1) {
        // Prefers whole blocks of 64, since passes work in powers of two.
        layout.elements = layout.elements > 64 ? (layout.elements - 1) / 64 * 64 : layout.elements - 1;
    }
    columns.count = layout.elements;
    if (layout.elements < layout.all_elements) {
        layout.notes.push_back(fmt::format("Shown: elements {} to {}, the first {} of {}.", strip.first,
                                           strip.first + layout.elements - 1, layout.elements,
                                           layout.all_elements));
    }
}

/// Neighbouring boxes need a gap: cells a little apart, but as wide as before.
void part_boxed_cells(StripLayout& layout) {
    const bool boxed = std::any_of(layout.plans.begin(), layout.plans.end(), [](const LinkPlan& plan) {
        return plan.form == LinkForm::boxes && !plan.pairs.empty();
    });
    if (boxed) layout.columns.space = 6;
}

/// Splits the labels if that gives at least one band of two rows.
void name_rows(StripLayout& layout, const Strip& strip) {
    bool bands = false;
    for (std::size_t i = 1; i < strip.rows.size(); ++i) {
        const auto band = parts_of_label(strip.rows[i].label()).band;
        bands = bands || (!band.empty() && band == parts_of_label(strip.rows[i - 1].label()).band);
    }
    for (const record::Pass& row : strip.rows) {
        const auto parts = parts_of_label(row.label());
        layout.labels.push_back(bands ? parts.row : row.label());
        layout.label_width =
            std::max(layout.label_width, text_width(layout.labels.back(), style::label_size));
        if (bands && !parts.band.empty())
            layout.band_width =
                std::max(layout.band_width, text_width(parts.band, style::label_size, Face::bold) + 18);
    }
    layout.label_width = std::min(std::max(layout.label_width, 52.0F), most_label);
    layout.band_width = std::min(layout.band_width, most_band);
}

/// The bands of the rows that are shown.
void place_bands(StripLayout& layout, const Strip& strip) {
    for (std::size_t i = 0; i < layout.rows.size() && layout.band_width > 0; ++i) {
        const auto band = parts_of_label(strip.rows[layout.rows[i]].label()).band;
        if (band.empty()) continue;
        if (!layout.bands.empty() && layout.bands.back().name == band && layout.bands.back().last + 1 == i)
            layout.bands.back().last = i;
        else
            layout.bands.push_back({band, i, i});
    }
}

/// Joins each row that adds to an array with the row that holds that array, if others are between the two.
void place_rails(StripLayout& layout, const Strip& strip) {
    for (std::size_t to = 2; to < layout.rows.size(); ++to) {
        const record::Pass& row = strip.rows[layout.rows[to]];
        const bool adds = !grown_cells(row.links).empty();
        const auto holds = [&](std::size_t shown) {
            const record::Pass& above = strip.rows[layout.rows[shown]];
            return above.sum.array == row.sum.array && above.span == row.span && above.part == row.part;
        };
        if (!adds || holds(to - 1)) continue;
        for (std::size_t from = to - 1; from-- > 0;)
            if (holds(from)) {
                layout.rails.push_back({from, to});
                break;
            }
    }
}

/// The range of the values. Sums grow from row to row: where half of all values are in the lowest eighth of
/// the range, the colours are spent on those; not where there are two values alone.
void scale_values(StripLayout& layout, const Strip& strip) {
    std::vector<double> all;
    for (const record::Pass& row : strip.rows)
        for (std::size_t i = 0; i < row.values.size(); ++i) {
            const CellMark mark = row.mark(i);
            if (mark == CellMark::absent || mark == CellMark::padded) continue;
            layout.scale.add(row.values[i]);
            if (std::isfinite(row.values[i])) all.push_back(row.values[i]);
        }
    if (all.empty()) return;
    const auto half = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
    std::nth_element(all.begin(), half, all.end());
    const double low = layout.scale.low(), high = layout.scale.high(), range = high - low;
    if (std::ranges::all_of(all, [&](double value) { return value == low || value == high; })) return;
    if (*half - low < range / 8)
        layout.scale.bend(std::max(*half, low + (range < 64 ? range / 64 : std::ceil(range / 64))));
}

}  // namespace

LabelParts parts_of_label(const std::string& label) {
    const auto comma = label.find(", ");
    if (comma == std::string::npos) return {"", label};
    return {label.substr(0, comma), label.substr(comma + 2)};
}

Columns StripLayout::columns_of(std::size_t shown_row, std::uint32_t span) const {
    Columns own = columns.spanning(span);
    if (undivided[rows[shown_row]]) own.group = 0;
    return own;
}

Rect StripLayout::cell(std::size_t shown_row, std::uint32_t element, std::uint32_t span) const {
    const Columns wide = columns_of(shown_row, span);
    const float left = wide.begin(element);
    return {left, tops[shown_row], wide.cell_end(element) - left, cell_height};
}

float StripLayout::link_end(std::size_t shown_row) const {
    return tops[shown_row] - (writers[shown_row] ? writers_height : 0);
}

namespace {

/// On a canvas of `width` pixels.
StripLayout laid_out(const Strip& strip, float width, float header_height) {
    StripLayout layout;
    layout.header_height = header_height;
    if (!strip.left_out.empty()) layout.notes.push_back(strip.left_out);
    for (const record::Pass& row : strip.rows) {
        layout.all_elements = std::max(layout.all_elements, static_cast<std::uint32_t>(row.values.size()));
        layout.undivided.push_back(layout.rows.size() < strip.ungrouped || row.undivided);
        layout.rows.push_back(layout.rows.size());
    }
    scale_values(layout, strip);
    name_rows(layout, strip);
    layout.columns.left = style::margin + layout.band_width + layout.label_width + 14;
    const float room_across = std::max(width - layout.columns.left, 80.0F) - style::margin;
    if (!strip.rows.empty()) place_columns(layout, strip, room_across);

    layout.names_height =
        strip.group > 0 && strip.ungrouped == 0 && layout.columns.group > 0 && !strip.group_name.empty() ? 18
                                                                                                         : 0;
    const float first_top = header_height + layout.names_height + ruler_height;
    const float room = std::max(tallest_picture - first_top - 80, 120.0F);
    place_rows(layout, strip, room);
    part_boxed_cells(layout);
    place_bands(layout, strip);
    place_rails(layout, strip);
    for (float& top : layout.tops) top = std::round(top + first_top);
    layout.bottom = layout.tops.empty() ? first_top : layout.tops.back() + layout.cell_height;

    std::vector<const record::Pass*> shown;
    auto printed = strip.rows;
    for (std::size_t row = 0; row < std::min(printed.size(), strip.numbers.size()); ++row)
        printed[row].values = strip.numbers[row];
    for (const std::size_t row : layout.rows) shown.push_back(&printed[row]);
    layout.number_size = fit_numbers(shown, layout.elements, layout.columns.cell_width - layout.columns.space,
                                     layout.cell_height);
    if (!strip.texts.empty() && layout.number_size > 0) {
        auto narrow = strip.texts;  // boxes have room
        for (std::size_t row = 0; row < narrow.size(); ++row)
            if (strip.rows[row].span > 1) narrow[row].clear();
        const float texts = fit_texts(narrow, layout.elements,
                                      layout.columns.cell_width - layout.columns.space, layout.cell_height);
        layout.number_size = std::min(layout.number_size, texts);
    }
    const float right = layout.elements == 0 ? layout.columns.left : layout.columns.end(layout.elements - 1);
    layout.width = static_cast<int>(std::ceil(framed_width(right, strip.title)));
    return layout;
}

}  // namespace

StripLayout lay_out(const Strip& strip, float header_height) {
    auto layout = laid_out(strip, style::width, header_height);
    if (layout.number_size > 0) return layout;
    auto wide = laid_out(strip, widest_picture, header_height);
    const bool better = wide.number_size > 0 || wide.elements > layout.elements;
    return better ? wide : layout;
}

}  // namespace pbp::picture
