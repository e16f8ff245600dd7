// SPDX-License-Identifier: MIT
#include "common/picture/canvas/palette.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace pbp::picture {

double relative_luminance(Color color) {
    static const auto linear = [] {
        std::array<double, 256> table{};
        for (std::size_t i = 0; i < table.size(); ++i) {
            const double c = static_cast<double>(i) / 255.0;
            table[i] = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
        }
        return table;
    }();
    return 0.2126 * linear[color.r] + 0.7152 * linear[color.g] + 0.0722 * linear[color.b];
}

double contrast(double luminance_a, double luminance_b) {
    return (std::max(luminance_a, luminance_b) + 0.05) / (std::min(luminance_a, luminance_b) + 0.05);
}

Color cividis(double t) {
    t = std::isnan(t) ? 0 : std::clamp(t, 0.0, 1.0);
    const auto channel = [](double v) {
        return static_cast<std::uint8_t>(std::lround(std::clamp(v, 0.0, 255.0)));
    };
    // The polynomials that d3-scale-chromatic fitted to the scale of Nunez, Anderton and Renslow (2018).
    return {channel(-4.54 - t * (35.34 - t * (2381.73 - t * (6402.7 - t * (7024.72 - t * 2710.57))))),
            channel(32.49 + t * (170.73 + t * (52.82 - t * (131.46 - t * (176.58 - t * 67.37))))),
            channel(81.24 + t * (442.36 - t * (2482.43 - t * (6167.24 - t * (6614.94 - t * 2475.67)))))};
}

Color mix(Color color, Color other, double share) {
    const auto channel = [&](std::uint8_t a, std::uint8_t b) {
        return static_cast<std::uint8_t>(std::lround(a + (b - a) * share));
    };
    return {channel(color.r, other.r), channel(color.g, other.g), channel(color.b, other.b),
            channel(color.a, other.a)};
}

Color category(std::size_t id) {
    // Ordered so that neighbours differ in lightness as well as in hue.
    static constexpr std::array<Color, 7> hues{{{0x56, 0xB4, 0xE9},
                                                {0xE6, 0x9F, 0x00},
                                                {0x00, 0x9E, 0x73},
                                                {0xF0, 0xE4, 0x42},
                                                {0x00, 0x72, 0xB2},
                                                {0xCC, 0x79, 0xA7},
                                                {0xD5, 0x5E, 0x00}}};
    static constexpr std::array<double, 3> lighter{0, 0.42, 0.68};
    return mix(hues[id % hues.size()], {255, 255, 255}, lighter[id / hues.size() % lighter.size()]);
}

Color ink_on(Color background) {
    const double light = relative_luminance(background);
    // The two contrasts (light + 0.05) / 0.05 and 1.05 / (light + 0.05) are equal at 0.179.
    return light > 0.1791 ? Color{0, 0, 0} : Color{255, 255, 255};
}

}  // namespace pbp::picture
