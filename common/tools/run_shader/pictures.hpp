// SPDX-License-Identifier: MIT
#pragma once

#include "common/tools/run_shader/session.hpp"

namespace pbp::run_shader {

/// What a buffer held before the first dispatch and after some: a caption and its words.
using Snapshots = std::vector<std::pair<std::string, std::vector<std::uint32_t>>>;

/// Draws each column of a buffer's elements as a strip, a row a snapshot. Gives the files, under `folder`,
/// whose names begin with `name`.
std::vector<std::string> draw_buffer(const BoundBuffer& bound, const Snapshots& snapshots,
                                     std::uint32_t workgroup, const std::filesystem::path& folder,
                                     const std::string& name);

/// Saves an image as it is now: floats from 0 to 1; integers, from the least to the greatest. Slices and
/// layers follow each other from the top. Gives the file.
std::string draw_image(const BoundImage& bound, const std::vector<Texel>& texels,
                       const std::filesystem::path& folder, const std::string& name);

}  // namespace pbp::run_shader
