// SPDX-License-Identifier: MIT
#include "common/picture/diagram/network_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/picture/canvas/numbers.hpp"
#include "common/picture/canvas/paragraph.hpp"
#include "common/picture/canvas/style.hpp"
#include "common/picture/strip/links.hpp"
#include "common/picture/strip/strip_layout.hpp"

namespace pbp::picture {
namespace {

constexpr float track_width = 13;
constexpr float most_width = 2000;
constexpr std::size_t most_wires = 32;

NetworkPass pass_of(const Strip& strip, std::size_t row, std::uint32_t wires) {
    NetworkPass pass;
    pass.row = row;
    auto parts = parts_of_label(strip.rows[row].label());
    pass.step = std::move(parts.band), pass.name = std::move(parts.row);
    for (record::Link link : strip.rows[row].links) {
        if (link.from >= wires || link.to >= wires || link.from == link.to || look_of(link.kind).flows)
            continue;
        if (link.from > link.to) std::swap(link.from, link.to);
        pass.pairs.push_back(link);
    }
    std::stable_sort(pass.pairs.begin(), pass.pairs.end(),
                     [](const record::Link& a, const record::Link& b) { return a.from < b.from; });
    return pass;
}

}  // namespace

NetworkLayout lay_out_network(const Strip& strip, float header_height) {
    NetworkLayout layout;
    std::size_t elements = 0;
    float widest_key = 0;
    for (const record::Pass& row : strip.rows) elements = std::max(elements, row.values.size());
    layout.wires = static_cast<std::uint32_t>(std::min(elements, most_wires));
    if (layout.wires < elements) {
        layout.notes.push_back(
            fmt::format("Shown: wires 0 to {} of {}; comparators that reach beyond them are left out.",
                        layout.wires - 1, elements));
    }
    for (const record::Pass& row : strip.rows) {
        for (std::size_t i = 0; i < std::min<std::size_t>(layout.wires, row.values.size()); ++i) {
            layout.scale.add(row.values[i]);
            widest_key = std::max(widest_key, text_width(full_number(row.values[i]), 12));
        }
    }
    layout.key_width = std::clamp(widest_key + 10, 28.0F, 76.0F);
    layout.spacing = layout.wires <= 8 ? 36.0F : layout.wires <= 16 ? 30.0F : 25.0F;
    layout.first_keys = style::margin + 44 + layout.key_width / 2;

    float x = layout.first_keys + layout.key_width / 2 + 8;
    for (std::size_t row = 1; row < strip.rows.size(); ++row) {
        NetworkPass pass = pass_of(strip, row, layout.wires);
        const auto columns = assign_tracks(pass.pairs, pass.tracks);
        const float inner = std::max(static_cast<float>(columns) + 1, 2.0F) * track_width;
        pass.left = x;
        pass.width = inner + layout.key_width + 8;
        pass.keys = x + inner + layout.key_width / 2 + 2;
        if (x + pass.width > most_width - style::margin) {
            layout.notes.push_back(
                fmt::format("Shown: the first {} of {} passes.", row - 1, strip.rows.size() - 1));
            break;
        }
        x += pass.width;
        layout.label_lines =
            std::max(layout.label_lines,
                     static_cast<int>(wrapped(pass.name, pass.width - 6, style::label_size).size()));
        if (!pass.step.empty() && (layout.steps.empty() || layout.steps.back().name != pass.step))
            x += layout.steps.empty() ? 0.0F : 6.0F;
        const float moved = x - (pass.left + pass.width);
        pass.left += moved;
        pass.keys += moved;
        if (layout.steps.empty() || pass.step.empty() || layout.steps.back().name != pass.step) {
            layout.steps.push_back({pass.step, pass.left, x});
        }
        layout.steps.back().right = x;
        layout.step_names = layout.step_names || !pass.step.empty();
        layout.passes.push_back(std::move(pass));
    }
    layout.top =
        header_height + (layout.step_names ? 30.0F : 10.0F) + static_cast<float>(layout.label_lines) * 16 + 6;
    layout.bottom = layout.top + layout.spacing * static_cast<float>(layout.wires);
    layout.width = static_cast<int>(std::ceil(framed_width(x, strip.title)));
    return layout;
}

}  // namespace pbp::picture
