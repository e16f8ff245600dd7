// SPDX-License-Identifier: MIT
// Which links are shown, in which form, on which tracks.
#include "common/picture/strip/links.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>
#include <queue>
#include <tuple>

#include "common/picture/canvas/style.hpp"

namespace pbp::picture {
namespace {

constexpr std::size_t most_flows_per_cell = 4;
constexpr std::uint32_t most_tracks = 8;    ///< more stacked brackets are unreadable
constexpr float least_box_cell = 20;        ///< narrower boxes are more frame than cell
constexpr float least_bundle_bracket = 24;  ///< shorter ones would be only arrow heads
constexpr float least_bracket_cell = 11;    ///< narrower cells leave no room for the ends of brackets

/// The maximum number of pairs that overlap at an element: the tracks that brackets need, without placing
/// them.
std::uint32_t deepest(const std::vector<record::Link>& pairs) {
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> open;
    std::size_t most = 0;
    for (const record::Link& link : pairs) {
        while (!open.empty() && open.top() < link.from) open.pop();
        open.push(link.to);
        most = std::max(most, open.size());
    }
    return static_cast<std::uint32_t>(most);
}

std::vector<Bundle> bundled(const std::vector<record::Link>& pairs) {
    std::vector<Bundle> bundles;
    for (const record::Link& link : pairs) {
        const LinkLook look = look_of(link.kind);
        if (!bundles.empty()) {
            Bundle& last = bundles.back();
            if (last.from + last.count == link.from && last.to + last.count == link.to &&
                last.look.direction == look.direction && link.from < last.to) {
                ++last.count;
                continue;
            }
        }
        bundles.push_back({link.from, link.to, 1, look});
    }
    return bundles;
}

/// Between boxes all flows are brackets. Elsewhere two values are, too, if others of the row are: one picture
/// has one style.
constexpr std::uint32_t least_fan = 3, least_beside_fans = 2, least_from_boxes = 2, least_between_boxes = 1;

/// Takes out of `flows` the runs in which each cell gets those before it, and only those.
std::vector<Fan> take_running(std::vector<record::Link>& flows) {
    std::ranges::stable_sort(
        flows, {}, [](const record::Link& link) { return std::tuple(link.kind, link.to, link.from); });
    std::vector<Fan> fans;
    std::vector<record::Link> rest;
    for (std::size_t i = 0; i < flows.size();) {
        const auto first = flows[i].from;
        const auto goes_on = [&](std::size_t at,
                                 std::uint32_t to) {  // flows[at] is of the run, into that cell
            return at < flows.size() && flows[at].kind == flows[i].kind && flows[at].to == to;
        };
        std::size_t end = i;
        std::uint32_t last = first;
        for (std::size_t at = i; end == at; ++last) {
            while (goes_on(at, last + 1) && flows[at].from == first + at - end) ++at;
            if (at - end != last + 1 - first || goes_on(at, last + 1)) break;
            end = at;
        }
        if (last - first >= least_fan)
            fans.push_back({first, last - first + 1, first, false, flows[i].kind, true}), i = end;
        else
            rest.push_back(flows[i++]);
    }
    flows = std::move(rest);
    return fans;
}

/// Takes out of `flows` what goes from a run of cells into one, or from one into a run; sorted by the end
/// that is one cell.
std::vector<Fan> take_fans(std::vector<record::Link>& flows, bool out, std::uint32_t least) {
    const auto one = [&](const record::Link& link) { return out ? link.from : link.to; };
    const auto many = [&](const record::Link& link) { return out ? link.to : link.from; };
    std::ranges::stable_sort(
        flows, {}, [&](const record::Link& link) { return std::tuple(link.kind, one(link), many(link)); });
    const auto run_end = [&](std::size_t i) {
        std::size_t end = i + 1;
        while (end < flows.size() && flows[end].kind == flows[i].kind && one(flows[end]) == one(flows[i]) &&
               many(flows[end]) == many(flows[end - 1]) + 1)
            ++end;
        return end;
    };
    for (std::size_t i = 0, end = 0; i < flows.size(); i = end) {
        end = run_end(i);
        if (end - i >= least_fan) least = std::min(least, least_beside_fans);
    }
    std::vector<Fan> fans;
    std::vector<record::Link> rest;
    for (std::size_t i = 0; i < flows.size();) {
        const std::size_t end = run_end(i);
        const bool below_itself = end - i == 1 && flows[i].from == flows[i].to;
        if (end - i >= least && !below_itself)
            fans.push_back(
                {many(flows[i]), static_cast<std::uint32_t>(end - i), one(flows[i]), out, flows[i].kind});
        else
            rest.insert(rest.end(), flows.begin() + static_cast<std::ptrdiff_t>(i),
                        flows.begin() + static_cast<std::ptrdiff_t>(end));
        i = end;
    }
    flows = std::move(rest);
    return fans;
}

/// Fans whose runs overlap get tracks of their own, those out of the row above apart from those into the row.
void place_fans(LinkPlan& plan, bool between_boxes) {
    plan.fan_tracks.assign(plan.fans.size(), 0);
    for (const bool out : {false, true}) {
        std::vector<record::Link> runs;
        std::vector<std::size_t> which;
        for (std::size_t i = 0; i < plan.fans.size(); ++i)
            if (plan.fans[i].out == out) which.push_back(i);
        std::ranges::stable_sort(which, {}, [&](std::size_t i) { return plan.fans[i].first; });
        for (const auto i : which) {
            const Fan& fan = plan.fans[i];
            runs.push_back({fan.first, std::max(fan.first + fan.count - 1, between_boxes ? fan.one : 0)});
        }
        std::vector<std::uint32_t> tracks;
        assign_tracks(runs, tracks);
        for (std::size_t k = 0; k < which.size(); ++k) plan.fan_tracks[which[k]] = tracks[k];
    }
}

/// The cells of a row that values were added into, and that held a value of the same array before.
std::vector<std::uint32_t> kept_cells(const std::vector<record::Link>& flows, const record::Pass& row,
                                      const record::Pass& above) {
    if (row.sum.array != above.sum.array || row.span != above.span) return {};
    auto kept = grown_cells(flows);
    std::erase_if(kept, [&](std::uint32_t cell) {
        const auto mark = above.mark(cell);
        return cell >= above.values.size() || mark == CellMark::absent || mark == CellMark::padded;
    });
    return kept;
}

/// The columns between the ends of a link; 0 if one is over the other.
std::uint32_t columns_apart(std::uint32_t from, std::uint32_t wide_from, std::uint32_t to,
                            std::uint32_t wide_to) {
    const std::uint32_t left_from = from * wide_from, left_to = to * wide_to;
    if (left_from + wide_from <= left_to) return left_to - left_from - wide_from + 1;
    if (left_to + wide_to <= left_from) return left_from - left_to - wide_to + 1;
    return 0;
}

/// Chooses the form of the pairs, their tracks, and the height they need.
void plan_pairs(LinkPlan& plan, float cell_width, LinkRoom room, bool neighbours) {
    const bool ample = room == LinkRoom::ample;
    float height = 0;
    if (room != LinkRoom::ticks && neighbours && cell_width >= least_box_cell) {
        plan.form = LinkForm::boxes;
        height = ample ? 22 : 18;
    } else if (room != LinkRoom::ticks && cell_width >= least_bracket_cell &&
               deepest(plan.pairs) <= (ample ? most_tracks : most_tracks / 2)) {
        plan.form = LinkForm::brackets;
        plan.track_count = assign_tracks(plan.pairs, plan.tracks);
        height = (ample ? 15.0F : 12.0F) + static_cast<float>(plan.track_count) * plan.spacing;
    } else {
        plan.form = LinkForm::bundles;
        plan.tick = room == LinkRoom::ticks ? 4 : 6;
        for (const Bundle& bundle : bundled(plan.pairs)) {
            const bool seen =
                static_cast<float>(bundle.to - bundle.from) * cell_width >= least_bundle_bracket;
            if (seen && room != LinkRoom::ticks) plan.bundles.push_back(bundle);
        }
        std::vector<record::Link> spans;
        for (const Bundle& bundle : plan.bundles)
            spans.push_back({bundle.from, bundle.to + bundle.count - 1});
        plan.track_count = assign_tracks(spans, plan.tracks);
        // Many overlapping brackets show less than the ticks alone.
        if (plan.track_count > most_tracks) plan.bundles.clear(), plan.track_count = 0;
        height = plan.tick + 5 +
                 (plan.track_count > 0 ? 9 + static_cast<float>(plan.track_count) * plan.spacing : 0);
        if (room == LinkRoom::ticks) height = plan.tick + 2;
    }
    plan.height = std::max(plan.height, height);
}

}  // namespace

std::vector<std::uint32_t> grown_cells(const std::vector<record::Link>& links) {
    std::vector<std::uint32_t> grown, replaced, kept;
    for (const auto& link : links) {
        if (link.kind == LinkKind::moved) replaced.push_back(link.to);
        if (link.kind == LinkKind::added || link.kind == LinkKind::combined) grown.push_back(link.to);
    }
    std::ranges::sort(grown);
    std::ranges::sort(replaced);
    grown.erase(std::unique(grown.begin(), grown.end()), grown.end());
    std::ranges::set_difference(grown, replaced, std::back_inserter(kept));
    return kept;
}

std::uint32_t assign_tracks(const std::vector<record::Link>& pairs, std::vector<std::uint32_t>& tracks) {
    std::vector<std::uint32_t> taken_to;  // a track's last element
    tracks.assign(pairs.size(), 0);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        std::uint32_t track = 0;
        while (track < taken_to.size() && taken_to[track] >= pairs[i].from) ++track;
        if (track == taken_to.size()) taken_to.push_back(0);
        taken_to[track] = pairs[i].to;
        tracks[i] = track;
    }
    return static_cast<std::uint32_t>(taken_to.size());
}

LinkLook look_of(LinkKind kind) {
    constexpr auto flows = [](LinkKind link) {
        return link == LinkKind::added || link == LinkKind::moved || link == LinkKind::combined;
    };
    static constexpr std::array looks{
#define LINK(kind, words, colour, direction, swapped, mark) \
    LinkLook{style::on_light::colour, swapped, direction, flows(LinkKind::kind)},
#include "common/picture/canvas/signs.inc"
    };
    static_assert(looks.size() == static_cast<std::size_t>(LinkKind::combined) + 1);
    return looks[static_cast<std::size_t>(kind)];
}

LinkPlan plan_links(const record::Pass& row, std::uint32_t elements, float cell_width, LinkRoom room,
                    const record::Pass* above) {
    LinkPlan plan;
    const bool ample = room == LinkRoom::ample;
    plan.spacing = ample ? 6 : 4;
    std::uint32_t farthest = 0;
    bool neighbours = true;
    for (record::Link link : row.links) {
        if (link.from >= elements || link.to >= elements) continue;
        if (look_of(link.kind).flows) {
            plan.flows.push_back(link);
            farthest = std::max(
                farthest, columns_apart(link.from, above == nullptr ? 1 : above->span, link.to, row.span));
        } else if (link.from != link.to) {
            if (link.from > link.to) std::swap(link.from, link.to);
            neighbours = neighbours && link.to - link.from == 1 && look_of(link.kind).direction == 0;
            plan.pairs.push_back(link);
        }
    }
    const auto is_seen = [elements](const record::Link& link) {
        return link.from < elements && link.to < elements;
    };
    std::copy_if(row.missing.begin(), row.missing.end(), std::back_inserter(plan.missing), is_seen);
    std::copy_if(row.extra.begin(), row.extra.end(), std::back_inserter(plan.extra), is_seen);
    if (!plan.missing.empty() || !plan.extra.empty()) plan.height = ample ? 34.0F : 20.0F;
    std::stable_sort(plan.pairs.begin(), plan.pairs.end(),
                     [](const record::Link& a, const record::Link& b) { return a.from < b.from; });
    // More lines would hide each other; the page draws those of one cell.
    const auto cells = std::max(row.values.size(), above == nullptr ? 0 : above->values.size());
    if (plan.flows.size() > most_flows_per_cell * cells) plan.flows.clear();
    if (!plan.flows.empty()) {
        const float reach = std::sqrt(static_cast<float>(farthest) * cell_width) * 3.0F;
        plan.height = std::max(plan.height, std::clamp(reach, ample ? 24.0F : 14.0F, ample ? 72.0F : 36.0F));
        if (above != nullptr) plan.kept = kept_cells(plan.flows, row, *above);
        const bool boxes = above != nullptr && above->span > 1, between = boxes && above->span == row.span;
        if (!boxes && row.span == 1) plan.fans = take_running(plan.flows);
        for (const bool out : {false, true}) {
            const auto fans = take_fans(plan.flows, out,
                                        out || !boxes ? least_fan
                                        : between     ? least_between_boxes
                                                      : least_from_boxes);
            plan.fans.insert(plan.fans.end(), fans.begin(), fans.end());
        }
        place_fans(plan, between);
        if (!plan.fans.empty()) {
            const auto tracks = *std::ranges::max_element(plan.fan_tracks);
            plan.height = std::max(plan.height, (ample ? 34.0F : 26.0F) + static_cast<float>(tracks) * 7);
        }
    }
    if (!plan.pairs.empty()) plan_pairs(plan, cell_width, room, neighbours);
    return plan;
}

}  // namespace pbp::picture
