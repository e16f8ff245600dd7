// SPDX-License-Identifier: MIT
#include "lessons/06_subgroup_scan/hierarchy.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "common/picture/numbers.hpp"
#include "common/picture/palette.hpp"
#include "common/picture/paragraph.hpp"
#include "common/picture/style.hpp"

namespace scan {

namespace style = pbp::picture::style;
using namespace pbp::picture;

namespace {

constexpr float left = 196, right = 936, side = 968, side_width = 330, box_height = 58, gap = 44;
constexpr int width = 1326;
constexpr std::uint32_t most_boxes = 8, most_lanes = 16;

/// What the picture shows of a run.
struct Hierarchy {
    std::string title;
    std::uint32_t n = 0;           ///< elements, one an invocation
    std::uint32_t local_size = 1;  ///< invocations of a workgroup
    std::uint32_t lanes = 1;       ///< of a subgroup
    std::string backend;           ///< who serves sg_* calls
    Words values;                  ///< the first elements: at least a workgroup's
};

/// One level of the picture: `count` equal parts, one of which is the whole next level.
struct Level {
    std::string name;
    std::string counted;
    std::uint32_t count, chosen, most;
    std::size_t color;
    std::string beside;
    std::function<std::string(std::uint32_t)> title, text;
};

struct Place {
    std::uint32_t workgroup = 0, subgroup = 0, lane = 0;
};

std::string plural(std::uint32_t count, const std::string& noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// Draws a level with its top at y; gives the chosen box.
Rect draw_level(Canvas& canvas, const Level& level, float y) {
    const Color color = category(level.color), pale = mix(color, style::paper, 0.78);
    canvas.text({left - 18, y + 24}, level.name, 15, style::ink, Align::right, Face::bold);
    canvas.text({left - 18, y + 43}, level.counted, style::label_size, style::secondary, Align::right);
    paragraph(canvas, {side, y + 2}, level.beside, side_width, style::body_size, style::secondary);

    const std::uint32_t slots = std::min(level.count, level.most);
    const bool cut = level.count > slots;
    const float pitch = (right - left) / static_cast<float>(slots);
    const float space = pitch > 40 ? 6.0F : 3.0F;
    Rect chosen{left, y, pitch, box_height};
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
        const Rect box{left + pitch * static_cast<float>(slot) + space / 2, y, pitch - space, box_height};
        const float middle = box.x + box.width / 2;
        if (cut && slot + 1 == slots) {
            canvas.text({middle, y + 26}, "…", 18, style::secondary, Align::center);
            canvas.text({middle, y + 44},
                        shortened(fmt::format("{} in all", level.count), pitch, style::ruler_size),
                        style::ruler_size, style::secondary, Align::center);
            break;
        }
        const bool here = slot == level.chosen;
        canvas.fill(box, here ? mix(color, style::paper, 0.5) : pale);
        canvas.frame(box, color, here ? 2.5F : 1.0F);
        canvas.text({middle, y + 22}, shortened(level.title(slot), box.width - 4, style::label_size),
                    style::label_size, style::ink, Align::center, here ? Face::bold : Face::sans);
        canvas.text({middle, y + 43}, shortened(level.text(slot), box.width - 4, style::label_size),
                    style::label_size, style::ink, Align::center);
        if (here) chosen = box;
    }
    return chosen;
}

Canvas draw(const Hierarchy& h) {
    const std::uint32_t workgroups = parts_of(h.n, h.local_size), lanes = std::min(h.lanes, h.local_size);
    const std::uint32_t subgroups = parts_of(h.local_size, lanes), chunks = parts_of(subgroups, h.lanes);
    Place at{workgroups > 3 ? 2u : 0u, subgroups > 1 ? 1u : 0u, std::min(lanes - 1, 5u)};
    const auto element = [&](std::uint32_t w, std::uint32_t s, std::uint32_t l) {
        return std::uint64_t{w} * h.local_size + s * lanes + l;
    };
    if (element(at.workgroup, at.subgroup, at.lane) >= h.n) at = {};
    const auto total = [&](std::uint64_t first, std::uint64_t count) {
        const auto end = std::min<std::uint64_t>(first + count, h.values.size());
        return first >= end ? 0u
                            : std::accumulate(h.values.begin() + static_cast<std::ptrdiff_t>(first),
                                              h.values.begin() + static_cast<std::ptrdiff_t>(end), 0u);
    };

    const std::vector<Level> levels{
        {"dispatch", fmt::format("{} in all", plural(h.n, "element")), 1, 0, 1, 0,
         "Its end is the one place where all workgroups meet. A scan over several workgroups therefore needs "
         "several "
         "dispatches (v4), or tiles that read what earlier ones publish (v5).",
         [&](std::uint32_t) { return plural(workgroups, "workgroup"); },
         [&](std::uint32_t) { return fmt::format("total {}", total(0, h.n)); }},
        {"workgroup", fmt::format("{} x {} invocations", workgroups, h.local_size), workgroups, at.workgroup,
         most_boxes, 1,
         fmt::format("Has shared memory, and barrier() to meet. Here {} scanned, in {} of {}.",
                     subgroups == 1 ? "1 subgroup total is" : plural(subgroups, "subgroup total") + " are",
                     plural(chunks, "chunk"), h.lanes),
         [](std::uint32_t w) { return fmt::format("workgroup {}", w); },
         [&](std::uint32_t w) { return fmt::format("total {}", total(element(w, 0, 0), h.local_size)); }},
        {"subgroup", fmt::format("{} x {}", subgroups, plural(lanes, "lane")), subgroups, at.subgroup,
         most_boxes, 2,
         fmt::format("Its lanes run together and see each other's registers: one sg_inclusive_add (back end "
                     "'{}') scans them, without "
                     "shared memory.",
                     h.backend),
         [](std::uint32_t s) { return fmt::format("subgroup {}", s); },
         [&](std::uint32_t s) { return fmt::format("total {}", total(element(at.workgroup, s, 0), lanes)); }},
        {"invocation", "lane; own value, sum", lanes, at.lane, most_lanes, 4,
         "Has registers, and one element. Below its lane number: its own value, and the sum of its subgroup "
         "up to it.",
         [](std::uint32_t l) { return std::to_string(l); },
         [&](std::uint32_t l) {
             const auto first = element(at.workgroup, at.subgroup, 0);
             return first + l < h.n ? fmt::format("{}, {}", compact_number(h.values[first + l], 3),
                                                  compact_number(total(first, l + 1), 3))
                                    : "-";
         }}};

    const float top = 74;
    Canvas canvas(width, static_cast<int>(top + 4 * box_height + 3 * gap + 66), style::paper);
    canvas.text({style::margin, 40}, h.title, style::title_size, style::ink, Align::left, Face::bold);
    float y = top;
    for (const auto& level : levels) {
        const Rect chosen = draw_level(canvas, level, y);
        y += box_height + gap;
        if (&level == &levels.back()) break;
        const Point corners[] = {{chosen.x, chosen.y + box_height},
                                 {chosen.x + chosen.width, chosen.y + box_height},
                                 {right - 2, y - 4},
                                 {left + 2, y - 4}};
        canvas.polygon(corners, mix(category(level.color), style::paper, 0.86));
    }
    const auto e = element(at.workgroup, at.subgroup, at.lane);
    canvas.text({style::margin, y - gap + 34},
                fmt::format("element {} = workgroup {} x {} + subgroup {} x {} + lane {}.   Each level is "
                            "one box of the level above, drawn wide.",
                            e, at.workgroup, h.local_size, at.subgroup, lanes, at.lane),
                style::body_size, style::secondary);
    return canvas;
}

}  // namespace

Canvas draw_hierarchy(const pbp::Run& run, std::uint32_t local_size, std::uint32_t lanes) {
    return draw(Hierarchy{
        fmt::format("06 subgroup scan, {}: one dispatch and its parts on this device", run.version()), run.n,
        local_size, lanes, to_string(run.gpu.subgroups()), run.input<std::uint32_t>()});
}

std::string how_to_read(const std::string& version) {
    if (version.starts_with("v1"))
        return "Each row is the array after one pass. A curve shows a value that was added to another "
               "element; after the pass with "
               "stride s each cell is the sum of up to 2s elements of the input.";
    if (version.starts_with("v2"))
        return "Up: each run's last cell becomes the run's sum. Down: each node hands what lies before it to "
               "the left, and that plus "
               "the left half's sum to the right. The root starts with 0, for nothing lies before "
               "everything.";
    if (version.starts_with("v3"))
        return "Between two dividers lies a subgroup. Its last lane stores its total in shared memory (the "
               "short rows: one cell a "
               "subgroup); subgroup 0 turns totals into what lies before each; every element adds that.";
    if (version.starts_with("v4"))
        return "Between two dividers lies a workgroup's block. The short rows are the buffer of totals, one "
               "cell a block, which the same "
               "kernel scans; the last pass adds to every element what lies before its block.";
    return "Between two dividers lies a workgroup's tile. The short rows hold one cell a tile: its total, "
           "and the sum of all tiles "
           "before it, found by look-back. All four rows come from one dispatch.";
}

}  // namespace scan
