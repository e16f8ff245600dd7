// SPDX-License-Identifier: MIT
// The multisplit as a table: a column per lane, two rows per bit, the vote and who is left.
#include <fmt/format.h>

#include <algorithm>

#include "common/picture/canvas/palette.hpp"
#include "common/picture/canvas/paragraph.hpp"
#include "common/picture/canvas/style.hpp"
#include "lessons/09_radix_sort/stories.hpp"

namespace radix {

namespace style = pbp::picture::style;
using namespace pbp::picture;

namespace {

constexpr std::size_t most_lanes = 16;
constexpr float left = 190, pitch = 44, row_height = 34;

/// The lane with the most peers below it: its rank is what the picture explains.
std::size_t lane_to_follow(const Words& digits) {
    std::size_t chosen = 0;
    std::ptrdiff_t most = -1;
    for (std::size_t lane = 0; lane < digits.size(); ++lane) {
        const auto below =
            std::count(digits.begin(), digits.begin() + static_cast<std::ptrdiff_t>(lane), digits[lane]);
        if (below > most) most = below, chosen = lane;
    }
    return chosen;
}

}  // namespace

Canvas draw_ballots(const Words& keys, const Digit& digit, std::uint32_t lanes) {
    Words digits;
    for (std::size_t lane = 0; lane < std::min<std::size_t>({keys.size(), lanes, most_lanes}); ++lane)
        digits.push_back(digit.of(keys[lane]));
    const std::size_t mine = lane_to_follow(digits);
    const float top = 62;
    const auto rows = static_cast<float>(2 + 2 * digit.width);
    const float width =
        std::max(left + pitch * static_cast<float>(digits.size()) + style::margin, style::least_width + 0.0F);
    Canvas canvas(static_cast<int>(width), static_cast<int>(top + rows * row_height + 104), style::paper);
    canvas.text({style::margin, 40},
                fmt::format("09 radix sort, v4: who has the same digit as lane {}?", mine), style::title_size,
                style::ink, Align::left, Face::bold);

    std::size_t row = 0;
    const auto label = [&](const std::string& words) {
        canvas.text({left - 12, top + row_height * (static_cast<float>(row) + 0.5F) + 5}, words,
                    style::body_size, style::ink, Align::right);
    };
    const auto cell = [&](std::size_t lane, const std::string& word, Color color, double paleness) {
        const Rect box{left + pitch * static_cast<float>(lane) + 2,
                       top + row_height * static_cast<float>(row) + 3, pitch - 4, row_height - 6};
        canvas.fill(box, mix(color, style::paper, paleness));
        canvas.frame(box, lane == mine ? style::ink : style::faint, lane == mine ? 2.4F : 1);
        canvas.text({box.x + box.width / 2, box.y + box.height / 2 + 5}, word, 14, style::ink, Align::center);
    };
    label("lane");
    for (std::size_t lane = 0; lane < digits.size(); ++lane)
        canvas.text({left + pitch * (static_cast<float>(lane) + 0.5F), top + row_height / 2 + 5},
                    std::to_string(lane), style::label_size, style::secondary, Align::center);
    ++row;
    label(fmt::format("digit ({})", digit.name()));
    for (std::size_t lane = 0; lane < digits.size(); ++lane)
        cell(lane, std::to_string(digits[lane]), style::paper, 0);
    ++row;
    std::vector<bool> peer(digits.size(), true);
    for (std::uint32_t bit = 0; bit < digit.width; ++bit) {
        const auto vote = [&](std::size_t lane) { return digits[lane] >> bit & 1; };
        label(fmt::format("vote: is bit {} of it 1?", bit));
        for (std::size_t lane = 0; lane < digits.size(); ++lane)
            cell(lane, vote(lane) != 0 ? "1" : "0", style::ascending, vote(lane) != 0 ? 0.7 : 1);
        ++row;
        label("voted alike so far");
        for (std::size_t lane = 0; lane < digits.size(); ++lane) {
            peer[lane] = peer[lane] && vote(lane) == vote(mine);
            if (peer[lane]) cell(lane, lane == mine ? "me" : "peer", style::flow, 0.7);
        }
        ++row;
    }
    const auto below = std::count(peer.begin(), peer.begin() + static_cast<std::ptrdiff_t>(mine), true);
    const bool all = digits.size() == std::min<std::size_t>(keys.size(), lanes);
    paragraph(
        canvas, {style::margin, top + rows * row_height + 14},
        fmt::format(
            "{}Each vote is one ballot: every lane sees all answers at once. A lane that answers differently "
            "from lane {} has another digit. {} peer{} with a lower lane number remain{}, so its key goes {} "
            "place{} after the first key with digit {} that this subgroup loads. All lanes do this at the "
            "same time, each with its own row of peers.",
            all ? "" : fmt::format("Shown: the first {} of {} lanes. ", digits.size(), lanes), mine, below,
            below == 1 ? "" : "s", below == 1 ? "s" : "", below, below == 1 ? "" : "s", digits[mine]),
        width - 2 * style::margin, style::body_size, style::secondary);
    return canvas;
}

}  // namespace radix
