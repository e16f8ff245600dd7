// SPDX-License-Identifier: MIT
#include "lessons/08_particles/film.hpp"

#include <algorithm>

#include "common/picture/canvas/legend.hpp"
#include "common/picture/canvas/palette.hpp"
#include "common/picture/canvas/paragraph.hpp"
#include "common/picture/canvas/style.hpp"

using namespace pbp::picture;

namespace particles {

namespace {

constexpr std::size_t shown_particles = 14;          ///< in the strip of heights
constexpr std::uint32_t drawn_particles = 1u << 16;  ///< more than a frame could show
constexpr float ruler = 34, gap = 14, caption = 24;
constexpr Color light{255, 255, 255};
const pbp::Pixel empty(glm::round(background * 255.0F));

Color color_of(glm::vec4 c) {
    const auto channel = [](float v) { return static_cast<std::uint8_t>(v * 255 + 0.5F); };
    return {channel(c.r), channel(c.g), channel(c.b)};
}

/// The colours by remaining time, as the shader mixes them.
LegendItem life_scale() {
    return {130, 18,
            [](Canvas& canvas, Point at) {
                for (int i = 0; i < 130; ++i)
                    canvas.fill({at.x + static_cast<float>(i), at.y, 1, 18},
                                mix(color_of(dying), color_of(newborn), i / 129.0));
            },
            fmt::format("time left to live: 0 s to {:.2f} s", most_life * time_step)};
}

/// The particle in the strip of heights that flies farthest to one side.
std::size_t far_flier(const Twin& twin) {
    const auto way = [&](std::size_t i) { return std::abs(twin[velocity_x][i]) * twin[lifetime][i]; };
    std::size_t best = 0;
    for (std::size_t i = 1; i < std::min(shown_particles, twin.size()); ++i)
        if (way(i) > way(best)) best = i;
    return best;
}

LegendItem followed(std::size_t particle) {
    return {30, 18,
            [](Canvas& canvas, Point at) {
                canvas.fill({at.x, at.y, 30, 18}, color_of(background));
                canvas.line({at.x + 2, at.y + 14}, {at.x + 16, at.y + 9}, light, 1.2F);
                canvas.ring({at.x + 20, at.y + 8}, 5, light, 1.6F);
            },
            fmt::format("particle {}, and its path since birth", particle)};
}

void draw_frame(Canvas& canvas, Point at, const Frame& frame) {
    const auto width = static_cast<float>(frame.size.x), height = static_cast<float>(frame.size.y);
    canvas.fill({at.x, at.y, width, height}, color_of(background));
    for (std::size_t i = 0; i < frame.pixels.size(); ++i)
        if (const auto p = frame.pixels[i]; glm::u8vec3(p) != glm::u8vec3(empty))
            canvas.fill({at.x + static_cast<float>(i % frame.size.x),
                         at.y + static_cast<float>(i / frame.size.x), 1, 1},
                        {p.r, p.g, p.b});
    const View view = from_the_front(frame.size);
    for (int metres = 0; metres <= 4; ++metres) {
        const float y = at.y + pixel_of({0, metres, 0}, view, frame.size).y;
        canvas.line({at.x, y}, {at.x + width, y}, {255, 255, 255, 36}, 1);
        canvas.text({at.x - 6, y + 4}, fmt::format("{} m", metres), style::ruler_size, style::secondary,
                    Align::right);
    }
    const auto place = [&](glm::vec2 p) { return Point{at.x + p.x, at.y + p.y}; };
    for (std::size_t i = 1; i < frame.way.size(); ++i)
        canvas.line(place(frame.way[i - 1]), place(frame.way[i]), light, 1.2F);
    if (!frame.way.empty()) canvas.ring(place(frame.way.back()), 7, light, 1.8F);
    canvas.text({at.x, at.y + height + 17}, frame.caption, style::body_size, style::ink);
}

/// Throws Error(check_failed) if one of the first particles should be visible in a frame and nothing is
/// there.
void check_seen(const std::vector<pbp::Pixel>& pixels, glm::uvec2 size, const Twin& twin, const View& view,
                std::uint32_t step_number) {
    constexpr std::size_t looked_at = 64;
    for (std::size_t i = 0; i < std::min(looked_at, twin.size()); ++i) {
        const glm::ivec2 at(glm::floor(pixel_of({twin[x][i], twin[y][i], twin[z][i]}, view, size)));
        if (at.x < 1 || at.y < 1 || at.x + 2 > static_cast<int>(size.x) ||
            at.y + 2 > static_cast<int>(size.y))
            continue;
        bool seen =
            false;  // the smallest points may miss their own pixel's centre: its neighbours count as well
        for (int k = 0; k < 9; ++k) {
            const glm::uvec2 near(at + glm::ivec2(k % 3 - 1, k / 3 - 1));
            seen |= glm::u8vec3(pixels[near.y * size.x + near.x]) != glm::u8vec3(empty);
        }
        if (!seen)
            pbp::fail(pbp::ExitCode::check_failed,
                      "wrong after drawing step {}: particle {} should be visible at pixel ({}, {}), but "
                      "nothing is there.",
                      step_number, i, at.x, at.y);
    }
}

}  // namespace

Canvas draw(const std::vector<Frame>& frames, int columns, const std::string& title,
            const std::string& how_to_read) {
    const auto count = static_cast<int>(frames.size());
    const float step_x = ruler + static_cast<float>(frames.front().size.x) + gap,
                step_y = static_cast<float>(frames.front().size.y) + caption + gap;
    const auto rows = static_cast<float>((count + columns - 1) / columns);
    const float width = 2 * style::margin + static_cast<float>(std::min(columns, count)) * step_x - gap,
                text_width = width - 2 * style::margin;
    const auto lines = static_cast<float>(wrapped(how_to_read, text_width, style::body_size).size());
    Canvas canvas(static_cast<int>(width), static_cast<int>(96 + rows * step_y + lines * 18 + 20),
                  style::paper);
    float top = draw_title(canvas, title, width);
    std::vector<LegendItem> legend{life_scale()};
    if (!frames.front().way.empty()) legend.push_back(followed(frames.front().followed));
    top = draw_legend(canvas, {style::margin, top + 6}, width - style::margin, legend) + 12;
    for (int i = 0; i < count; ++i)
        draw_frame(canvas,
                   {style::margin + ruler + static_cast<float>(i % columns) * step_x,
                    top + static_cast<float>(i / columns) * step_y},
                   frames[static_cast<std::size_t>(i)]);
    paragraph(canvas, {style::margin, top + rows * step_y - 2}, how_to_read, text_width, style::body_size,
              style::secondary);
    return canvas;
}

std::string only_some(std::uint32_t n) {
    return n <= drawn_particles ? "" : fmt::format(" (the first {} are drawn)", drawn_particles);
}

Film::Film(pbp::Run& run, std::uint32_t steps)
    : Film(run,
           [steps] {
               std::vector<std::uint32_t> at;
               for (std::uint64_t k = 0; k <= 5; ++k) at.push_back(static_cast<std::uint32_t>(k * steps / 5));
               return at;
           }(),
           {270, 300}) {}

Film::Film(pbp::Run& run, std::vector<std::uint32_t> at, glm::uvec2 frame_size)
    : run_(run), at_(std::move(at)) {
    if (!run.drawing() || !run.gpu.can_draw()) return;
    points_.emplace(run.gpu, run.version(), run.n, std::min(run.n, drawn_particles));
    image_.emplace(run.gpu.image(frame_size));
}

void Film::shoot(std::uint32_t step_number, const Fountain& fountain, const std::string& remark) {
    if (!points_) return;
    const glm::uvec2 size = image_->size();
    const View view = from_the_front(size);
    const auto& twin = fountain.twin;
    if (step_number == 0) followed_ = far_flier(twin);
    const auto i = followed_;
    if (twin[y][i] <= 0) way_.clear();  // just born
    way_.push_back(pixel_of({twin[x][i], twin[y][i], twin[z][i]}, view, size));
    if (std::ranges::find(at_, step_number) == at_.end()) return;
    points_->draw(fountain.buffer, *image_, view);
    const auto pixels = run_.gpu.read(*image_);
    run_.frame(fmt::format("step {}, {:.2f} s{}", step_number, step_number * time_step, remark), size,
               pixels);
    check_seen(pixels, size, twin, view, step_number);
    frames_.push_back({fmt::format("step {}, {:.2f} s{}", step_number, step_number * time_step, remark), size,
                       pixels, remark.empty() ? way_ : std::vector<glm::vec2>(), followed_});
}

Canvas Film::draw() const {
    return particles::draw(
        frames_, 3,
        fmt::format("08 particles, {}: {} particles{}, {} time step{} of 1/60 s", run_.version(), run_.n,
                    only_some(run_.n), at_.back(), at_.back() == 1 ? "" : "s"),
        "Each frame is drawn from the buffer in which the shader moves the particles; read the frames row by "
        "row. Particles are born at the nozzle, at height 0, and fly up; gravity slows them and pulls them "
        "back. A particle with no time left is reborn at the nozzle.");
}

Canvas heights(const Strip& recorded, const std::string& version) {
    constexpr std::size_t most_rows = 16;
    const auto is_height = [](const pbp::record::Pass& row) { return row.part == member_names[y]; };
    Strip strip;
    const auto rows = static_cast<std::size_t>(std::ranges::count_if(recorded.rows, is_height));
    const std::size_t every = (rows + most_rows - 1) / most_rows;
    std::size_t index = 0;
    for (const auto& row : recorded.rows) {
        if (!is_height(row) || ++index % std::max<std::size_t>(every, 1) != 0) continue;
        std::vector<double> heights;
        strip.texts.emplace_back();
        for (std::size_t i = 0; i < std::min(shown_particles, row.values.size()); ++i) {
            heights.push_back(std::round(row.values[i] * 100) / 100);
            strip.texts.back().push_back(fmt::format("{:.2f}", heights.back()));
        }
        strip.rows.push_back({.name = row.name, .values = std::move(heights)});
    }
    strip.title = fmt::format("08 particles, {}: the heights of the first particles", version);
    strip.value_name = "height in m";
    strip.element_name = "particle";
    strip.how_to_read =
        "Each column is a particle, each row a time step. Heights rise and fall, and drop where a particle "
        "died and was reborn at the nozzle, at height 0.";
    if (every > 1)
        strip.how_to_read += fmt::format(
            " One step in {} is shown: a particle reborn in between has already risen again.", every);
    return pbp::picture::draw(strip);
}

}  // namespace particles
