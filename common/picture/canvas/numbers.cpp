// SPDX-License-Identifier: MIT
#include "common/picture/canvas/numbers.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "common/picture/canvas/canvas.hpp"

namespace pbp::picture {
namespace {

/// "%g" without zeros or a plus sign in the exponent: 1e-05 becomes 1e-5.
std::string general(double value, int digits) {
    std::string text = fmt::format("{:.{}g}", value, digits);
    const auto e = text.find('e');
    if (e == std::string::npos) return text;
    std::size_t from = e + 1;
    if (text[from] == '+') text.erase(from, 1);
    if (text[from] == '-') ++from;
    while (from + 1 < text.size() && text[from] == '0') text.erase(from, 1);
    return text;
}

}  // namespace

std::string full_number(double value) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
    if (value == 0) return std::signbit(value) ? "-0" : "0";
    if (value == std::trunc(value) && std::abs(value) < 1e15) return fmt::format("{:.0f}", value);
    return general(value, 4);
}

std::string compact_number(double value, int digits) {
    if (!std::isfinite(value) || value == 0) return full_number(value);
    const double size = std::abs(value);
    if (size < 999.5) return value == std::trunc(value) ? full_number(value) : general(value, digits);
    static constexpr std::array<char, 6> suffixes{'k', 'M', 'G', 'T', 'P', 'E'};
    double scaled = value / 1000;
    std::size_t step = 0;
    while (std::abs(scaled) >= 999.5 && step + 1 < suffixes.size()) {
        scaled /= 1000;
        ++step;
    }
    if (std::abs(scaled) >= 999.5) return general(value, digits);
    return fmt::format("{:.{}f}{}", scaled, digits > 1 && std::abs(scaled) < 9.95 ? 1 : 0, suffixes[step]);
}

std::string fitting_number(double value, float width, float size) {
    std::string text = full_number(value);
    for (int digits = 2; digits >= 1 && text_width(text, size) > width; --digits)
        text = compact_number(value, digits);
    return text_width(text, size) <= width ? text : std::string();
}

std::string ordinal(std::size_t value) {
    const std::size_t last = value / 10 % 10 == 1 ? 0 : value % 10;
    return fmt::format("{}{}", value, last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
}

}  // namespace pbp::picture
