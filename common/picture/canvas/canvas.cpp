// SPDX-License-Identifier: MIT
#include "common/picture/canvas/canvas.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace pbp::picture {
namespace {

/// The share of the pixel [i, i + 1) covered by [low, high).
float overlap(int i, float low, float high) {
    const auto left = static_cast<float>(i);
    return std::clamp(std::min(high, left + 1) - std::max(low, left), 0.0F, 1.0F);
}

}  // namespace

Canvas::Canvas(int width, int height, Color background)
    : width_(std::max(width, 1)),
      height_(std::max(height, 1)),
      pixels_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_) * 4) {
    fill({0, 0, static_cast<float>(width_), static_cast<float>(height_)},
         {background.r, background.g, background.b});
    for (std::size_t i = 3; background.a < 255 && i < pixels_.size(); i += 4) pixels_[i] = background.a;
}

Color Canvas::at(int x, int y) const {
    if (x < 0 || y < 0 || x >= width_ || y >= height_) return {0, 0, 0, 0};
    const auto i =
        (static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)) * 4;
    return {pixels_[i], pixels_[i + 1], pixels_[i + 2], pixels_[i + 3]};
}

void Canvas::blend(int x, int y, Color color, float coverage) {
    if (x < 0 || y < 0 || x >= width_ || y >= height_ || coverage <= 0) return;
    const auto i =
        (static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)) * 4;
    if (coverage >= 1 && color.a == 255) {  // the case for most pixels of a strip
        pixels_[i] = color.r, pixels_[i + 1] = color.g, pixels_[i + 2] = color.b, pixels_[i + 3] = 255;
        return;
    }
    const float over = std::min(coverage, 1.0F) * static_cast<float>(color.a) / 255.0F;
    const float under = static_cast<float>(pixels_[i + 3]) / 255.0F * (1 - over);
    const float alpha = over + under;
    if (alpha <= 0) return;
    const auto mix = [&](std::uint8_t top, std::uint8_t below) {
        const float sum = (static_cast<float>(top) * over + static_cast<float>(below) * under) / alpha;
        return static_cast<std::uint8_t>(std::min(sum + 0.5F, 255.0F));
    };
    pixels_[i] = mix(color.r, pixels_[i]);
    pixels_[i + 1] = mix(color.g, pixels_[i + 1]);
    pixels_[i + 2] = mix(color.b, pixels_[i + 2]);
    pixels_[i + 3] = static_cast<std::uint8_t>(std::min(alpha * 255.0F + 0.5F, 255.0F));
}

void Canvas::fill(const Rect& rect, Color color) {
    const float right = rect.x + rect.width, bottom = rect.y + rect.height;
    // Clipped as floats first: a huge or infinite rectangle must not overflow an int.
    const auto first = [](float v, int most) {
        return static_cast<int>(std::floor(std::clamp(v, 0.0F, static_cast<float>(most))));
    };
    const auto last = [](float v, int most) {
        return static_cast<int>(std::ceil(std::clamp(v, 0.0F, static_cast<float>(most))));
    };
    const int begin = first(rect.x, width_), end = last(right, width_);
    // The pixels from `whole` to `whole_end` are fully covered horizontally; most of a picture is filled
    // there.
    const int whole = std::min(last(rect.x, width_), end), whole_end = std::max(whole, first(right, width_));
    const std::array<std::uint8_t, 4> pixel{color.r, color.g, color.b, 255};
    for (int y = first(rect.y, height_); y < last(bottom, height_); ++y) {
        const float row = overlap(y, rect.y, bottom);
        const bool copied = row >= 1 && color.a == 255;
        for (int x = begin; x < end; ++x) {
            if (copied && x == whole) {
                auto to = pixels_.begin() + 4 * (static_cast<std::ptrdiff_t>(y) * width_ + x);
                for (; x < whole_end; ++x) to = std::copy(pixel.begin(), pixel.end(), to);
            }
            if (x < end) blend(x, y, color, row * overlap(x, rect.x, right));
        }
    }
}

void Canvas::frame(const Rect& rect, Color color, float thickness) {
    const float t = std::min({thickness, rect.width / 2, rect.height / 2});
    fill({rect.x, rect.y, rect.width, t}, color);
    fill({rect.x, rect.y + rect.height - t, rect.width, t}, color);
    fill({rect.x, rect.y + t, t, rect.height - 2 * t}, color);
    fill({rect.x + rect.width - t, rect.y + t, t, rect.height - 2 * t}, color);
}

}  // namespace pbp::picture
