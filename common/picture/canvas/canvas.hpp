// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace pbp::picture {

/// An 8-bit sRGB colour with straight alpha.
struct Color {
    std::uint8_t r = 0, g = 0, b = 0, a = 255;
    bool operator==(const Color&) const = default;
};

/// A position on a canvas in pixels; x to the right, y down, the origin at the top left corner of the first
/// pixel.
struct Point {
    float x = 0, y = 0;
};

/// A rectangle in pixels.
struct Rect {
    float x = 0, y = 0, width = 0, height = 0;
};

/// The text on a canvas that is hardest to read: the smallest size in pixels per em, and the least WCAG
/// contrast between a text and what is under its letters on average. 0: no text.
struct Legibility {
    float smallest = 0;
    double contrast = 0;
};

enum class Face { sans, bold };
enum class Align { left, center, right };

/// An RGBA image to draw on; every shape is antialiased and clipped to it.
class Canvas {
  public:
    /// A canvas of width x height pixels, each at least 1, filled with one colour.
    Canvas(int width, int height, Color background);

    int width() const { return width_; }
    int height() const { return height_; }
    Color at(int x, int y) const;
    const Legibility& legibility() const { return legibility_; }

    void fill(const Rect& rect, Color color);
    void frame(const Rect& rect, Color color, float thickness);
    void line(Point from, Point to, Color color, float thickness);
    /// A line with an arrow head of about `head` pixels at `to`.
    void arrow(Point from, Point to, Color color, float thickness, float head);
    /// A gentle S-curve between two heights, steepest at its ends, so that many of them side by side stay
    /// distinguishable.
    void curve(Point from, Point to, Color color, float thickness);
    /// A filled convex polygon, with corners in either orientation.
    void polygon(std::span<const Point> corners, Color color);
    void disc(Point center, float radius, Color color);
    void ring(Point center, float radius, Color color, float thickness);
    /// One line of UTF-8 text, `size` pixels per em, its baseline at `at.y`.
    void text(Point at, std::string_view utf8, float size, Color color, Align align = Align::left,
              Face face = Face::sans);

    /// Writes a PNG, with the legibility of its texts, through a temporary file and a rename; throws
    /// Error(wrong_usage) if the folder is not writable.
    void save(const std::filesystem::path& file) const;

  private:
    void blend(int x, int y, Color color, float coverage);
    /// Blends each pixel between two points, each with its `coverage(centre)`.
    template <typename Coverage>
    void cover(Point low, Point high, Color color, Coverage coverage);

    int width_, height_;
    std::vector<std::uint8_t> pixels_;
    Legibility legibility_;
};

/// Reads a PNG or JPEG. Throws Error(wrong_usage) if the file is neither.
Canvas load(const std::filesystem::path& file);

/// The width in pixels of a line of text, with kerning.
float text_width(std::string_view utf8, float size, Face face = Face::sans);

}  // namespace pbp::picture
