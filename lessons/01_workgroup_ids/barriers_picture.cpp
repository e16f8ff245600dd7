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
const Color blue = category(0), waits = mix(blue, style::paper, 0.6);
constexpr float barred = 3;  // events that the bar at the end of a dispatch is wide

/// What is drawn: whole workgroups, and the rank of each event among theirs.
struct TimeLine {
    std::uint32_t rows = 0, local = 1;
    std::array<Words, 2> rank;  ///< by dispatch; [2 i] where invocation i arrives, [2 i + 1] where it leaves

    float step() const {
        const float room = style::width - style::margin - left;
        return std::min(most_step, room / (4 * static_cast<float>(rows) + 2 * barred));
    }
    float x(std::size_t dispatch, std::uint32_t event) const {
        return left + step() * (static_cast<float>(rank[dispatch][event]) + 0.5F +
                                barred * static_cast<float>(dispatch));
    }
    /// Between the last event of a dispatch and the first of the next.
    float end(std::size_t dispatch) const {
        const auto before = static_cast<float>(dispatch);
        return left + step() * (2 * static_cast<float>(rows) * (before + 1) + barred * (before + 0.5F));
    }
    /// Where the last of the row's workgroup arrives.
    float last_arrival(std::size_t dispatch, std::uint32_t row) const {
        const std::uint32_t first = row / local * local;
        float last = 0;
        for (std::uint32_t i = first; i < std::min(first + local, rows); ++i)
            last = std::max(last, x(dispatch, 2 * i));
        return last;
    }
    float y(std::uint32_t row) const {
        return top + row_height * (static_cast<float>(row) + 0.5F) +
               group_gap * static_cast<float>(row / local);
    }
    float right() const { return end(1) + step() * barred / 2; }
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
    entry("arrives at the barrier", [&](float at) { canvas.disc({at + 18, y}, 4, blue); });
    entry("waits for the others", [&](float at) { canvas.fill({at, y - 3, 36, 6}, waits); });
    entry("may go on, but is not run yet", [&](float at) { canvas.fill({at, y - 1, 36, 2}, blue); });
    entry("goes on", [&](float at) { canvas.ring({at + 18, y}, 4, blue, 2); });
    entry("the last of its workgroup arrives", [&](float at) {
        canvas.line({at + 18, y - 9}, {at + 18, y + 9}, style::ink, 1.5F);
    });
    entry("end of a dispatch: all meet", [&](float at) {
        canvas.fill({at + 12, y - 9, 12, 18}, style::secondary);
    });
}

void draw_time_axis(Canvas& canvas, const TimeLine& line) {
    const float y = line.bottom() + 26, right = line.right();
    canvas.line({left, y}, {right - 6, y}, style::secondary, 1.5F);
    canvas.polygon(std::array{Point{right - 8, y - 4}, Point{right, y}, Point{right - 8, y + 4}},
                   style::secondary);
    canvas.text({left, y + 16}, "time: one event per step, in the order in which they happened",
                style::ruler_size, style::secondary);
}

/// How many of workgroup 1 had arrived when the first of workgroup 0 left: no number is guaranteed.
std::string across(const TimeLine& line) {
    if (line.rows <= line.local) return "";
    const auto& rank = line.rank[0];
    std::uint32_t leaves = UINT32_MAX, there = 0;
    for (std::uint32_t i = 0; i < line.local; ++i) leaves = std::min(leaves, rank[2 * i + 1]);
    const auto end = std::min(line.rows, 2 * line.local);
    for (std::uint32_t i = line.local; i < end; ++i) there += rank[2 * i] < leaves ? 1 : 0;
    const auto all = end - line.local;
    const auto count = there == all ? fmt::format("all {}", all) : fmt::format("{} of the {}", there, all);
    return fmt::format(
        " Workgroups do not wait for each other: in this run {} invocations of workgroup 1 had arrived when "
        "the first of workgroup 0 went on, and nothing guarantees that number.",
        count);
}

}  // namespace

Canvas draw_barriers(const Dispatch& d, const Moments& moments, const std::string& device) {
    const TimeLine line = time_line(d, moments);
    const float width = std::max(line.right() + style::margin, static_cast<float>(style::width));
    Canvas canvas(static_cast<int>(width), static_cast<int>(line.bottom() + 136), style::paper);
    draw_title(canvas, title(d) + of_groups(d) + ", dispatched twice", width);
    draw_legend(canvas);

    canvas.text({left, top - 14}, "dispatch 1", 14, style::ink, Align::left, Face::bold);
    canvas.text({line.end(0) + 12, top - 14}, "dispatch 2", 14, style::ink, Align::left, Face::bold);
    for (const std::size_t k : {0u, 1u})
        canvas.fill({line.end(k) - 6, top - 8, 12, line.bottom() - top + 16}, style::secondary);
    draw_time_axis(canvas, line);
    for (std::uint32_t row = 0; row < line.rows; ++row) {
        const auto group = row / line.local;
        if (row % line.local == 0)
            canvas.text({style::margin, line.y(row) + 5}, fmt::format("workgroup {}", group),
                        style::label_size, style::ink, Align::left, Face::bold);
        canvas.text({left - 8, line.y(row) + 4}, std::to_string(row), style::ruler_size, style::secondary,
                    Align::right);
        for (std::size_t k = 0; k < 2; ++k) {
            const float y = line.y(row), from = line.x(k, 2 * row), to = line.x(k, 2 * row + 1),
                        free = std::min(line.last_arrival(k, row), to);
            canvas.fill({from, y - 3, free - from, 6}, waits);
            canvas.fill({free, y - 1, to - free, 2}, blue);
            canvas.disc({from, y}, 4, blue);
            canvas.disc({to, y}, 4, style::paper);
            canvas.ring({to, y}, 4, blue, 2);
        }
    }
    for (std::uint32_t first = 0; first < line.rows; first += line.local)
        for (std::size_t k = 0; k < 2; ++k) {
            const auto last = std::min(first + line.local, line.rows) - 1;
            const float x = line.last_arrival(k, first) + line.step() / 2;
            canvas.line({x, line.y(first) - 9}, {x, line.y(last) + 9}, style::ink, 1.5F);
        }
    paragraph(canvas, {style::margin, line.bottom() + 58},
              "Each row is one invocation. Within a workgroup, none goes on before the last one has arrived; "
              "after that, each goes on when the device, " +
                  device + ", runs it." + across(line) +
                  " They meet only at the end of a dispatch: all events of the first come before all of the "
                  "second." +
                  (line.rows == d.n ? "" : fmt::format(" Shown: the first {} invocations.", line.rows)),
              width - 2 * style::margin, style::body_size, style::secondary);
    return canvas;
}

}  // namespace ids
