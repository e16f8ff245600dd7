// SPDX-License-Identifier: MIT
// A time line: each invocation reaches its barrier, waits, and goes on; then the same in a second dispatch.
#include <fmt/format.h>

#include "common/picture/canvas/palette.hpp"
#include "common/picture/canvas/paragraph.hpp"
#include "common/picture/canvas/style.hpp"
#include "lessons/01_workgroup_ids/barriers.hpp"
#include "lessons/01_workgroup_ids/pictures.hpp"

namespace ids {

namespace style = pbp::picture::style;
using namespace pbp::picture;

namespace {

constexpr float left = 148, row_height = 13, group_gap = 18, legend_y = 92, top = 166;
constexpr float most_step = 8;  ///< pixels per event
constexpr std::uint32_t most_rows = 48;
constexpr std::array<std::size_t, 3> colors{0, 2, 5};  // sky blue, green, purple: pale but easy to tell apart

/// What is drawn: whole workgroups, and the rank of each event among theirs.
struct TimeLine {
    std::uint32_t rows = 0, local = 1;
    std::array<Words, 2> rank;  ///< by dispatch; [2 i] where invocation i arrives, [2 i + 1] where it leaves

    float step() const {
        const float room = style::width - style::margin - left;
        return std::min(most_step, room / (4 * static_cast<float>(rows) + 3));
    }
    float x(std::size_t dispatch, std::uint32_t event) const {
        return left +
               step() * (static_cast<float>(rank[dispatch][event]) + 0.5F + 3 * static_cast<float>(dispatch));
    }
    float y(std::uint32_t row) const {
        return top + row_height * (static_cast<float>(row) + 0.5F) +
               group_gap * static_cast<float>(row / local);
    }
    float right() const { return left + step() * (4 * static_cast<float>(rows) + 3); }
    float bottom() const { return y(rows - 1) + row_height / 2; }
};

TimeLine time_line(const Dispatch& d, const Moments& moments) {
    TimeLine line{std::min(d.n, std::max(most_rows / d.local.x, 1u) * d.local.x), d.local.x, {}};
    Words all;
    for (const auto& of : moments) all.insert(all.end(), of.begin(), of.begin() + 2 * line.rows);
    std::ranges::sort(all);
    for (std::size_t k = 0; k < 2; ++k)
        for (std::uint32_t event = 0; event < 2 * line.rows; ++event)
            line.rank[k].push_back(
                static_cast<std::uint32_t>(std::ranges::lower_bound(all, moments[k][event]) - all.begin()));
    return line;
}

void draw_legend(Canvas& canvas) {
    float x = style::margin, y = legend_y;
    const auto entry = [&](const char* words, auto mark) {
        const float width = 44 + text_width(words, style::body_size);
        if (x + width > style::width - style::margin) x = style::margin, y += 24;
        mark(x);
        canvas.text({x + 44, y + 5}, words, style::body_size, style::ink);
        x += width + 28;
    };
    const Color blue = category(0);
    entry("arrives at the barrier", [&](float at) { canvas.disc({at + 18, y}, 4, blue); });
    entry("waits there", [&](float at) { canvas.fill({at, y - 3, 36, 6}, mix(blue, style::paper, 0.6)); });
    entry("leaves it", [&](float at) { canvas.ring({at + 18, y}, 4, blue, 2); });
    entry("the last of its workgroup arrives", [&](float at) {
        canvas.line({at + 18, y - 9}, {at + 18, y + 9}, style::ink, 1.5F);
    });
    entry("end of the dispatch: all meet", [&](float at) {
        canvas.fill({at + 12, y - 9, 12, 18}, style::secondary);
    });
}

/// How many of workgroup 1 had arrived when the first of workgroup 0 left: no number is guaranteed.
std::string across(const TimeLine& line) {
    if (line.rows <= line.local) return "";
    const auto& rank = line.rank[0];
    std::uint32_t leaves = UINT32_MAX, there = 0;
    for (std::uint32_t i = 0; i < line.local; ++i) leaves = std::min(leaves, rank[2 * i + 1]);
    const auto end = std::min(line.rows, 2 * line.local);
    for (std::uint32_t i = line.local; i < end; ++i) there += rank[2 * i] < leaves ? 1 : 0;
    return fmt::format(
        " Workgroups do not wait for each other: in this run {} of the {} invocations of workgroup 1 had "
        "arrived when the first of workgroup 0 left.",
        there, end - line.local);
}

}  // namespace

Canvas draw_barriers(const Dispatch& d, const Moments& moments) {
    const TimeLine line = time_line(d, moments);
    const float width = std::max(line.right() + style::margin, static_cast<float>(style::width));
    Canvas canvas(static_cast<int>(width), static_cast<int>(line.bottom() + 100), style::paper);
    paragraph(canvas, {style::margin, 22}, title(d) + of_groups(d) + ", dispatched twice",
              width - 2 * style::margin, style::title_size, style::ink, Face::bold);
    draw_legend(canvas);

    const float middle = left + line.step() * (2 * static_cast<float>(line.rows) + 1.5F);
    canvas.text({left, top - 14}, "dispatch 1", 14, style::ink, Align::left, Face::bold);
    canvas.text({middle + 12, top - 14}, "dispatch 2", 14, style::ink, Align::left, Face::bold);
    canvas.fill({middle - 6, top - 8, 12, line.bottom() - top + 16}, style::secondary);
    for (std::uint32_t row = 0; row < line.rows; ++row) {
        const auto group = row / line.local;
        const Color color = category(colors[group % colors.size()]);
        if (row % line.local == 0)
            canvas.text({style::margin, line.y(row) + 5}, fmt::format("workgroup {}", group),
                        style::label_size, style::ink, Align::left, Face::bold);
        canvas.text({left - 8, line.y(row) + 4}, std::to_string(row), style::ruler_size, style::secondary,
                    Align::right);
        for (std::size_t k = 0; k < 2; ++k) {
            const float y = line.y(row), from = line.x(k, 2 * row), to = line.x(k, 2 * row + 1);
            canvas.fill({from, y - 3, to - from, 6}, mix(color, style::paper, 0.6));
            canvas.disc({from, y}, 4, color);
            canvas.disc({to, y}, 4, style::paper);
            canvas.ring({to, y}, 4, color, 2);
        }
    }
    for (std::uint32_t first = 0; first < line.rows; first += line.local)
        for (std::size_t k = 0; k < 2; ++k) {
            const auto last = std::min(first + line.local, line.rows) - 1;
            float x = 0;
            for (std::uint32_t row = first; row <= last; ++row) x = std::max(x, line.x(k, 2 * row));
            canvas.line({x + line.step() / 2, line.y(first) - 9}, {x + line.step() / 2, line.y(last) + 9},
                        style::ink, 1.5F);
        }
    paragraph(canvas, {style::margin, line.bottom() + 26},
              "Each row is one invocation; time runs to the right, one event per step. Within a workgroup, "
              "no invocation leaves the barrier before the last one has arrived." +
                  across(line) +
                  " They meet only at the end of the first dispatch: all its events come before all events "
                  "of the second." +
                  (line.rows == d.n ? "" : fmt::format(" Shown: the first {} invocations.", line.rows)),
              width - 2 * style::margin, style::body_size, style::secondary);
    return canvas;
}

}  // namespace ids
