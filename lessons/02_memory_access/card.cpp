// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "common/picture/canvas/canvas.hpp"
#include "lessons/02_memory_access/picture.hpp"

namespace memory {

namespace {

using namespace pbp::picture;

constexpr float horizon = 0.6F;

/// Draws in fractions of the picture's width and height; `unit` is the height in pixels.
struct Brush {
    Canvas& canvas;
    float width, unit;

    Point at(float x, float y) const { return {x * width, y * unit}; }
    void box(float x, float y, float w, float h, Color color) const {
        canvas.fill({x * width, y * unit, w * width, h * unit}, color);
    }
    void triangle(Point a, Point b, Point c, Color color) const {
        canvas.polygon(std::array{at(a.x, a.y), at(b.x, b.y), at(c.x, c.y)}, color);
    }
};

Color between(Color from, Color to, float share) {
    const auto channel = [&](std::uint8_t a, std::uint8_t b) {
        return static_cast<std::uint8_t>(static_cast<float>(a) +
                                         (static_cast<float>(b) - static_cast<float>(a)) * share);
    };
    return {channel(from.r, to.r), channel(from.g, to.g), channel(from.b, to.b)};
}

void sky_and_meadow(const Brush& brush) {
    for (int y = 0; y < brush.canvas.height(); ++y) {
        const float share = (static_cast<float>(y) + 0.5F) / brush.unit;
        const Color color = share < horizon
                                ? between({38, 104, 186}, {206, 228, 242}, share / horizon)
                                : between({140, 186, 82}, {42, 98, 44}, (share - horizon) / (1 - horizon));
        brush.canvas.fill({0, static_cast<float>(y), brush.width, 1}, color);
    }
    brush.canvas.disc(brush.at(0.84F, 0.2F), 0.1F * brush.unit, {255, 210, 60});
}

void mountains(const Brush& brush) {
    brush.triangle({0.28F, horizon}, {0.5F, 0.26F}, {0.74F, horizon}, {122, 132, 156});
    brush.triangle({0.05F, horizon}, {0.29F, 0.12F}, {0.53F, horizon}, {88, 98, 124});
    brush.triangle({0.235F, 0.23F}, {0.29F, 0.12F}, {0.345F, 0.23F}, {246, 248, 252});
}

void house_and_tree(const Brush& brush) {
    brush.box(0.6F, 0.56F, 0.2F, 0.22F, {238, 226, 198});
    brush.triangle({0.57F, 0.56F}, {0.7F, 0.38F}, {0.83F, 0.56F}, {190, 44, 34});
    brush.box(0.68F, 0.65F, 0.045F, 0.13F, {108, 62, 30});
    brush.box(0.625F, 0.62F, 0.035F, 0.06F, {64, 92, 140});
    brush.box(0.745F, 0.62F, 0.035F, 0.06F, {64, 92, 140});
    brush.box(0.105F, 0.6F, 0.018F, 0.16F, {92, 60, 34});
    brush.canvas.disc(brush.at(0.114F, 0.54F), 0.11F * brush.unit, {34, 110, 52});
    brush.canvas.disc(brush.at(0.14F, 0.5F), 0.05F * brush.unit, {56, 140, 70});
    if (brush.unit >= 40)
        brush.canvas.text(brush.at(0.3F, 0.92F), "02", 0.26F * brush.unit, {255, 255, 255}, Align::left,
                          Face::bold);
}

/// Single colours, and single-pixel lines and squares, which any blending turns to mush.
void test_patterns(const Brush& brush) {
    constexpr std::array<Color, 8> bars{{{255, 0, 0},
                                         {0, 255, 0},
                                         {0, 0, 255},
                                         {0, 255, 255},
                                         {255, 0, 255},
                                         {255, 255, 0},
                                         {0, 0, 0},
                                         {255, 255, 255}}};
    for (std::size_t i = 0; i < bars.size(); ++i)
        brush.box(0.955F, 0.36F + 0.08F * static_cast<float>(i), 0.045F, 0.08F, bars[i]);
    const int top = static_cast<int>(0.84F * brush.unit), left = static_cast<int>(0.56F * brush.width);
    for (int y = top; y < static_cast<int>(0.96F * brush.unit); ++y)
        for (int x = left; x < static_cast<int>(0.93F * brush.width); ++x) {
            const bool lines = x < left + static_cast<int>(0.18F * brush.width);
            const bool white = (lines ? x : x + y) % 2 == 0;
            brush.canvas.fill({static_cast<float>(x), static_cast<float>(y), 1, 1},
                              white ? Color{255, 255, 255} : Color{20, 20, 20});
        }
}

}  // namespace

Picture drawn(uvec2 size, std::uint64_t seed) {
    Canvas canvas(static_cast<int>(size.x), static_cast<int>(size.y), {});
    const Brush brush{canvas, static_cast<float>(size.x), static_cast<float>(size.y)};
    sky_and_meadow(brush);
    mountains(brush);
    house_and_tree(brush);
    test_patterns(brush);

    Picture made{size, {}};
    made.pixels.reserve(std::size_t{size.x} * size.y);
    pbp::Random random(seed);
    for (std::uint32_t y = 0; y < size.y; ++y)
        for (std::uint32_t x = 0; x < size.x; ++x) {
            const Color color = canvas.at(static_cast<int>(x), static_cast<int>(y));
            const std::uint64_t noise = random.next();
            const auto channel = [&](int value, int byte) {
                return static_cast<std::uint8_t>(
                    std::clamp(value - 6 + static_cast<int>(noise >> 8 * byte & 255) / 20, 0, 255));
            };
            made.pixels.emplace_back(channel(color.r, 0), channel(color.g, 1), channel(color.b, 2), 255);
        }
    return made;
}

}  // namespace memory
