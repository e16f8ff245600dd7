// SPDX-License-Identifier: MIT
// The meaning of each kind of link, with a sample in the form it has in the strip.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "common/picture/canvas/signs.hpp"
#include "common/picture/canvas/style.hpp"
#include "common/picture/strip/links.hpp"

namespace pbp::picture {
namespace {

std::string words(LinkKind kind, LinkForm form, bool bracketed) {
    std::string whole(signs::of(kind).words);
    if (form != LinkForm::bundles) return whole;
    const std::string all(signs::bundle.words);  // "a run of pairs; tall ticks ..."
    return whole.substr(0, whole.find(',')) + ": " + (bracketed ? all : all.substr(all.find("; ") + 2));
}

std::string_view first_word(std::string_view words) {
    return words.substr(0, words.find_first_of(", "));
}

/// A sample of a fan: three cells and one, or of a running sum.
LegendItem item_for(const Fan& like) {
    const auto sample = [like](Canvas& canvas, Point at) {
        Columns columns;
        columns.left = at.x + 2, columns.cell_width = 13, columns.space = 2, columns.count = 3;
        const float top = at.y + 2, cell = 7, above = top + cell, below = at.y + 32;
        for (std::uint32_t i = 0; i < 3; ++i) {
            const float left = columns.begin(i), width = columns.cell_end(i) - left;
            if (!like.out || i == 1) canvas.fill({left, top, width, cell}, style::faint);
            if (like.out || like.running || i == 1) canvas.fill({left, below, width, cell}, style::faint);
        }
        LinkPlan plan;
        plan.fans = {{0, 3, 1, like.out, like.kind, like.running}};
        plan.fan_tracks = {0};
        draw_links(canvas, plan, {columns, above}, {columns, below}, cell);
    };
    const auto& form = like.running ? signs::running : like.out ? signs::broadcast : signs::gather;
    return {42, 42, sample, fmt::format("{}: {}", form.words, first_word(signs::of(like.kind).words))};
}

LegendItem item_for(LinkKind kind, LinkForm form, bool bracketed, const std::string& colored_by) {
    const bool colored = !colored_by.empty();
    const auto sample = [kind, form, bracketed, colored](Canvas& canvas, Point at) {
        const bool many = form == LinkForm::bundles;
        const std::uint32_t half = many ? 3 : 1;
        Columns columns;
        columns.left = at.x + 2;
        columns.cell_width = many ? 7.0F : 18.0F;
        columns.space = form == LinkForm::boxes ? 5.0F : 2.0F;
        const float top = at.y + 3, cell = 7, above = top + cell, below = at.y + 30;
        for (std::uint32_t i = 0; i < 2 * half; ++i) {
            const float left = columns.begin(i), width = columns.cell_end(i) - left;
            for (const float y : {top, below}) canvas.fill({left, y, width, cell}, style::faint);
        }
        record::Pass row;
        LinkPlan plan = plan_links(row, 2, columns.cell_width, LinkRoom::ample);
        plan.form = form;
        plan.tracks = {0, 0, 0};
        plan.track_count = bracketed ? 1 : 0;
        plan.bundles = {{0, half, half, look_of(kind)}};
        (look_of(kind).flows ? plan.flows : plan.pairs) = {{0, half, kind}};
        if (many) {
            const LinkKind calm = look_of(kind).direction == 0  ? LinkKind::compared
                                  : look_of(kind).direction > 0 ? LinkKind::ascending
                                                                : LinkKind::descending;
            plan.pairs.push_back({1, 4, calm});
            plan.pairs.push_back({2, 5, calm});
        }
        draw_links(canvas, plan, {columns, above}, {columns, below}, cell,
                   colored ? std::vector{style::secondary} : std::vector<Color>());
    };
    return {form == LinkForm::bundles ? 44.0F : 38.0F, 40, sample,
            words(kind, form, bracketed) + (colored ? ", in the colour of its " + colored_by : "")};
}

LegendItem item_against_the_plan(bool missing) {
    const auto sample = [missing](Canvas& canvas, Point at) {
        Columns columns;
        columns.left = at.x + 2, columns.cell_width = 13, columns.space = 2, columns.count = 2;
        LinkPlan plan;
        (missing ? plan.missing : plan.extra) = {{0, 1, LinkKind::moved}};
        draw_links(canvas, plan, {columns, at.y + 4}, {columns, at.y + 34}, 7);
    };
    return {32, 42, sample, std::string(missing ? signs::missing.words : signs::extra.words)};
}

}  // namespace

std::vector<LegendItem> link_legend(const std::vector<LinkPlan>& plans, const std::string& colored_by) {
    std::set<std::pair<LinkForm, LinkKind>> seen;
    std::set<std::tuple<bool, LinkKind, bool>> fans;
    bool directed = false, bracketed = false;
    for (const LinkPlan& plan : plans) {
        bracketed = bracketed || (plan.form == LinkForm::bundles && plan.track_count > 0);
        for (const record::Link& link : plan.pairs) {
            const int direction = look_of(link.kind).direction;
            directed = directed || (direction != 0 && plan.track_count > 0);
            const LinkKind swapped = direction == 0  ? LinkKind::swapped
                                     : direction > 0 ? LinkKind::swapped_ascending
                                                     : LinkKind::swapped_descending;
            // A bundle's sample shows both swapped and unswapped pairs.
            seen.emplace(plan.form, plan.form == LinkForm::bundles ? swapped : link.kind);
        }
        for (const record::Link& link : plan.flows) seen.emplace(LinkForm::curves, link.kind);
        for (const Fan& fan : plan.fans) fans.emplace(fan.out, fan.kind, fan.running);
    }
    std::vector<LegendItem> items;
    for (const auto& [form, kind] : seen)
        items.push_back(item_for(kind, form, bracketed, kind == LinkKind::moved ? colored_by : ""));
    for (const auto& [out, kind, running] : fans)
        items.push_back(item_for(Fan{.out = out, .kind = kind, .running = running}));
    for (const bool missing : {false, true})
        if (std::ranges::any_of(plans, [missing](const LinkPlan& plan) {
                return !(missing ? plan.missing : plan.extra).empty();
            }))
            items.push_back(item_against_the_plan(missing));
    if (directed)
        items.push_back({0, 40, [](Canvas&, Point) {}, "An arrow points to where the larger value goes."});
    return items;
}

}  // namespace pbp::picture
