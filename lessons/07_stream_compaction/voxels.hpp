// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/lesson/lesson.hpp"

/// The data: a cube of voxels, each with a density. Those above a threshold are active, and are kept.
namespace compaction {

using Words = std::vector<std::uint32_t>;

/// A cube of edge x edge x edge cells, numbered x first, then y, then z; the lesson uses the first n of
/// them.
struct Voxels {
    static constexpr std::uint32_t least_edge = 8, most_edge = 1024;
    std::uint32_t edge = least_edge;
    std::uint32_t n = 1;

    std::uint32_t slice() const { return edge * edge; }  ///< cells with the same z
    std::uint32_t cells() const { return edge * edge * edge; }
};

/// The smallest edge whose cube holds n cells; the largest edge if none does.
std::uint32_t edge_for(std::uint32_t n);

/// Densities from 0 to 255 of the first n cells. Shapes: a solid sphere; the sheet of a gyroid (A. H. Schoen,
/// "Infinite periodic minimal surfaces without self-intersections", NASA 1970); noise, each cell at random;
/// full, all 255; empty, all 0; one, a single cell of 255 at random. At threshold 127 the sphere fills about
/// 38 % of its cube, the gyroid about a third, and noise a half.
Words densities(const std::string& shape, const Voxels& voxels, std::uint64_t seed);

/// The lesson's options --shape, --edge and --threshold.
std::vector<pbp::LessonOption> options();

/// The voxels that the options ask for; n must be known.
Voxels voxels_of(const pbp::Options& options);
std::uint32_t threshold_of(const pbp::Options& options);

/// True if --data or --input gives the densities instead of a shape.
bool own_data(const pbp::Options& options);

/// Sets n to all cells of the cube unless it was given, and describes the data in words. Throws
/// Error(wrong_usage) if the cube is too small for n, or if --shape contradicts --data or --input.
void complete(pbp::Options& options, const pbp::Limits& limits);

}  // namespace compaction
