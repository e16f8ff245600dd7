// SPDX-License-Identifier: MIT
#include "lessons/07_stream_compaction/voxels.hpp"

#include <array>
#include <cmath>
#include <functional>
#include <numbers>

#include "common/options/words.hpp"

namespace compaction {

namespace {

using pbp::ExitCode, pbp::fail;
using Axis = std::vector<double>;

enum class Shape : std::uint8_t { sphere, gyroid, noise, full, empty, one };
const pbp::Words<Shape> shapes{{"sphere", Shape::sphere}, {"gyroid", Shape::gyroid}, {"noise", Shape::noise},
                               {"full", Shape::full},     {"empty", Shape::empty},   {"one", Shape::one}};
constexpr std::uint32_t densest = 255;

std::uint32_t edge_from(const std::string& word) {
    return static_cast<std::uint32_t>(pbp::whole_from("--edge", word, Voxels::least_edge, Voxels::most_edge));
}
std::uint32_t threshold_from(const std::string& word) {
    return static_cast<std::uint32_t>(pbp::whole_from("--threshold", word, 0, ~0u));
}

/// A density from a fraction of the highest one, 0 to 1.
std::uint32_t density(double share) {
    return static_cast<std::uint32_t>(std::lround(densest * std::clamp(share, 0.0, 1.0)));
}

/// One value for each cell along an edge, computed from where its middle is, 0 to 1.
Axis along(std::uint32_t edge, const std::function<double(double)>& value) {
    Axis axis(edge);
    for (std::uint32_t i = 0; i < edge; ++i) axis[i] = value((i + 0.5) / edge);
    return axis;
}

/// Calls value(x, y, z) for the first n cells.
template <typename Value>
Words filled(const Voxels& voxels, Value value) {
    Words cells(voxels.n);
    for (std::uint32_t i = 0; i < voxels.n; ++i)
        cells[i] = density(value(i % voxels.edge, i / voxels.edge % voxels.edge, i / voxels.slice()));
    return cells;
}

/// Half of the highest density at 0.45 edges from the centre, more inside.
Words sphere(const Voxels& voxels) {
    const auto square = along(voxels.edge, [](double at) { return (at - 0.5) * (at - 0.5); });
    return filled(voxels, [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
        return 1 - std::sqrt(square[x] + square[y] + square[z]) / 0.9;
    });
}

/// Densest where sin x cos y + sin y cos z + sin z cos x is 0; two periods per edge if there is room.
Words gyroid(const Voxels& voxels) {
    const double turn = 2 * std::numbers::pi * (voxels.edge < 16 ? 1 : 2);
    const auto sine = along(voxels.edge, [&](double at) { return std::sin(turn * at); });
    const auto cosine = along(voxels.edge, [&](double at) { return std::cos(turn * at); });
    return filled(voxels, [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
        return 1 - std::abs(sine[x] * cosine[y] + sine[y] * cosine[z] + sine[z] * cosine[x]);
    });
}

}  // namespace

std::uint32_t edge_for(std::uint32_t n) {
    std::uint32_t edge = Voxels::least_edge;
    while (edge < Voxels::most_edge && Voxels{edge, n}.cells() < n) ++edge;
    return edge;
}

Words densities(const std::string& shape, const Voxels& voxels, std::uint64_t seed) {
    pbp::Random random(seed);
    Words cells(voxels.n, 0);
    switch (shapes.at(shape)) {
        case Shape::sphere:
            return sphere(voxels);
        case Shape::gyroid:
            return gyroid(voxels);
        case Shape::noise:
            for (auto& cell : cells) cell = random.below(densest + 1);
            break;
        case Shape::full:
            cells.assign(voxels.n, densest);
            break;
        case Shape::one:
            cells[random.below(voxels.n)] = densest;
            break;
        case Shape::empty:
            break;
    }
    return cells;
}

std::vector<pbp::LessonOption> options() {
    return {{"--shape", "SHAPE", "sphere, gyroid, full, empty; with --seed: noise or one", "sphere",
             [](const std::string& word) { pbp::choice_from("--shape", word, shapes); }},
            {"--edge", "CELLS", "Cells per side, 8 to 1024; auto: 8, or enough for --n cells", "auto",
             [](const std::string& word) {
                 if (word != "auto") edge_from(word);
             }},
            {"--threshold", "DENSITY", "Cells with a higher density are active; shapes have 0 to 255", "127",
             [](const std::string& word) { threshold_from(word); }, "2147483647"}};
}

Voxels voxels_of(const pbp::Options& options) {
    const auto& word = options.extra.at("--edge");
    return {word == "auto" ? edge_for(*options.n) : edge_from(word), *options.n};
}

std::uint32_t threshold_of(const pbp::Options& options) {
    return threshold_from(options.extra.at("--threshold"));
}

bool own_data(const pbp::Options& options) {
    return options.given.contains("--data") || !options.input.empty();
}

void complete(pbp::Options& options, const pbp::Limits&) {
    const auto& shape = options.extra.at("--shape");
    if (own_data(options) && options.given.contains("--shape"))
        fail(ExitCode::wrong_usage, "--shape {} and {} both set what the cells hold: leave one of them out.",
             shape, options.input.empty() ? "--data" : "--input");
    const bool all = !options.n;
    if (all && options.purpose == pbp::Purpose::tune && !options.given.contains("--edge"))
        options.extra["--edge"] = "64";
    if (all) options.n = 1;
    auto voxels = voxels_of(options);
    if (all) options.n = voxels.n = voxels.cells();
    if (voxels.n > voxels.cells())
        fail(ExitCode::wrong_usage,
             "{} cells are more than the {} of a cube with an edge of {}; ask for fewer with --n{}.",
             voxels.n, voxels.cells(), voxels.edge,
             voxels.edge < Voxels::most_edge
                 ? fmt::format(", or use a longer --edge, up to {}", Voxels::most_edge)
                 : "");

    std::string what =
        shape + (shape == "noise" || shape == "one" ? fmt::format(", seed {}", options.seed) : "");
    if (options.given.contains("--data"))
        what = fmt::format("{} densities, seed {}", to_string(options.data), options.seed);
    if (!options.input.empty()) what = "densities from " + options.input.string();
    options.described = fmt::format("n = {} cell{} of a cube with edge {}, {}, active above {}", voxels.n,
                                    voxels.n == 1 ? "" : "s", voxels.edge, what, threshold_of(options));
}

}  // namespace compaction
