// SPDX-License-Identifier: MIT
#include "common/picture/chart/chart_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "common/picture/canvas/numbers.hpp"
#include "common/picture/canvas/style.hpp"

namespace pbp::picture {
namespace {

constexpr float plot_height = 420;
constexpr float name_gap = 22;  ///< between the plot and the curves' names

bool is_log(AxisScale scale) {
    return scale != AxisScale::linear;
}

/// The first of 1, 2, 5, 10, 20, … that is at least `value`.
double nice_above(double value) {
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double digit : {1.0, 2.0, 5.0})
        if (digit * power >= value * (1 - 1e-9)) return digit * power;
    return 10 * power;
}

/// 1, 2 and 5 times powers of ten, from the last at or below `low` to the first at or above `high`; only
/// powers of ten if the range spans many.
std::vector<double> decades(double low, double high) {
    std::vector<double> all;
    const bool many = high > low * 1e5;
    for (int power = static_cast<int>(std::floor(std::log10(low))) - 1; power < 19; ++power)
        for (const double digit : many ? std::vector{1.0} : std::vector{1.0, 2.0, 5.0}) {
            const double value = digit * std::pow(10.0, power);
            if (value <= low * (1 + 1e-9)) all.clear();
            all.push_back(value);
            if (value >= high * (1 - 1e-9)) return all;
        }
    return all;
}

std::vector<double> powers_of_two(double low, double high) {
    std::vector<double> all;
    for (double value = std::exp2(std::floor(std::log2(low))); value < high * 2; value *= 2)
        all.push_back(value);
    return all;
}

/// Large powers of two are easier to read in this form.
std::string power_of_two(double value) {
    return fmt::format("2^{:.0f}", std::log2(value));
}

}  // namespace

AxisRange::AxisRange(AxisScale scale, const std::vector<double>& values) : scale_(scale) {
    double least = INFINITY, most = -INFINITY;
    for (const double value : values)
        if (std::isfinite(value) && (!is_log(scale) || value > 0)) {
            least = std::min(least, value);
            most = std::max(most, value);
        }
    if (least > most) least = most = 1;
    std::vector<double> at;
    if (scale == AxisScale::linear) {
        const double top = most > 0 ? most : 1, step = nice_above(top / 6);
        for (double value = 0; value < top + step * 0.999; value += step) at.push_back(value);
    } else {
        at = scale == AxisScale::log2 ? powers_of_two(least, most) : decades(least, most);
        if (scale == AxisScale::log2 && at.size() > 1 && at.back() > most) at.pop_back();
    }
    low_ = std::min(at.front(), least);
    high_ = std::max(at.back(), most);
    if (low_ == high_) high_ = is_log(scale) ? 2 * low_ : low_ + 1;
    for (const double value : at)
        ticks_.push_back(
            {value, scale == AxisScale::log2 && value > 4096 ? power_of_two(value) : full_number(value)});
}

std::optional<float> AxisRange::place(double value) const {
    if (!std::isfinite(value) || (is_log(scale_) && value <= 0)) return std::nullopt;
    if (!is_log(scale_)) return static_cast<float>((value - low_) / (high_ - low_));
    return static_cast<float>(std::log(value / low_) / std::log(high_ / low_));
}

std::optional<Point> ChartLayout::at(double x_value, double y_value) const {
    const auto across = x.place(x_value), up = y.place(y_value);
    if (!across || !up) return std::nullopt;
    constexpr float inset = 18;  // so that marks at the ends are not on an axis
    return Point{plot.x + inset + *across * (plot.width - 2 * inset), plot.y + plot.height * (1 - *up)};
}

std::vector<std::optional<float>> ChartLayout::name_heights(const Chart& chart) const {
    std::vector<std::optional<float>> heights(chart.curves.size());
    std::vector<std::size_t> shown;
    std::vector<float> wanted;
    for (std::size_t i = 0; i < chart.curves.size(); ++i)
        for (const auto& point : chart.curves[i].points)
            if (const auto place = at(point.x, point.y); place && !chart.curves[i].name.empty()) {
                if (shown.empty() || shown.back() != i) shown.push_back(i), wanted.push_back(0);
                wanted.back() = place->y;  // the last visible point
            }
    const auto apart = spread_apart(wanted, style::label_size + 6, plot.y + 4, plot.y + plot.height - 4);
    for (std::size_t k = 0; k < shown.size(); ++k) heights[shown[k]] = apart[k];
    return heights;
}

Marks ChartLayout::marks(const Chart& chart) const {
    constexpr float covers = 9, beside = 14;  // pixels between middles
    Marks all(chart.curves.size());
    std::vector<std::pair<bool, std::size_t>> order;  // heavy curves keep their marks
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto& [name, points, style, also] = chart.curves[i];
        for (const auto& point : points) all[i].push_back(at(point.x, point.y));
        if (style != CurveStyle::bound && style != CurveStyle::path)
            order.emplace_back(style != CurveStyle::stressed, i);
    }
    std::ranges::sort(order);
    std::vector<Point> placed;
    for (const auto& [light, i] : order)
        for (auto& mark : all[i]) {
            if (!mark) continue;
            const float right = plot.x + plot.width - 8, step = mark->x + beside > right ? -beside : beside;
            const auto covered_by = [&](const Point& other) {
                return std::hypot(other.x - mark->x, other.y - mark->y) < covers;
            };
            while (mark->x > plot.x + 8 && mark->x < right && std::ranges::any_of(placed, covered_by))
                mark->x += step;
            placed.push_back(*mark);
        }
    return all;
}

ChartLayout lay_out(const Chart& chart, float header_height) {
    std::vector<double> xs, ys;
    float names = 0;
    for (const auto& curve : chart.curves) {
        names = std::max(names, text_width(curve.name, style::label_size, Face::bold) +
                                    15 * static_cast<float>(curve.also.size()));
        for (const auto& point : curve.points) {
            xs.push_back(point.x);
            ys.push_back(point.y);
            if (chart.y.scale == AxisScale::log10) ys.push_back(point.y / 1.1);  // not on the axis
            if (point.low < point.high) ys.insert(ys.end(), {point.low, point.high});
        }
    }
    ChartLayout layout{style::width, {}, {chart.x.scale, xs}, {chart.y.scale, ys}};
    float ticks = 0;
    for (const auto& tick : layout.y.ticks())
        ticks = std::max(ticks, text_width(tick.text, style::label_size));
    const float left = std::ceil(style::margin + ticks + 12);
    const float right =
        static_cast<float>(layout.width) - style::margin - std::min(names, 330.0F) - name_gap - 8;
    layout.plot = {left, std::ceil(header_height + 34), std::floor(right - left), plot_height};
    return layout;
}

std::vector<float> spread_apart(const std::vector<float>& wanted, float apart, float top, float bottom) {
    std::vector<std::size_t> order(wanted.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return wanted[i]; });
    std::vector<float> placed = wanted;
    float least = top;
    for (const std::size_t i : order) {
        placed[i] = std::max(placed[i], least);
        least = placed[i] + apart;
    }
    float most = bottom;
    for (auto i = order.rbegin(); i != order.rend(); ++i) {
        placed[*i] = std::min(placed[*i], most);
        most = placed[*i] - apart;
    }
    return placed;
}

}  // namespace pbp::picture
