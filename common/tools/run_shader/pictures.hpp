// SPDX-License-Identifier: MIT
#pragma once

#include "common/picture/canvas/bitmap.hpp"
#include "common/picture/canvas/canvas.hpp"
#include "common/tools/run_shader/session.hpp"

namespace pbp::run_shader {

/// What a buffer held before the first dispatch and after some: a caption and its words.
using Snapshots = std::vector<std::pair<std::string, std::vector<std::uint32_t>>>;

/// Each column of a buffer's elements as a strip, a row a snapshot, with a name for its file. `run` goes into
/// the titles.
std::vector<std::pair<std::string, picture::Canvas>> draw_buffer(const BoundBuffer& bound,
                                                                 const Snapshots& snapshots,
                                                                 std::uint32_t workgroup,
                                                                 const std::string& run);

/// An image as it is now: floats from 0 to 1; integers, from the least to the greatest. Slices and layers
/// follow each other from the top.
picture::Bitmap draw_image(const BoundImage& bound, const std::vector<Texel>& texels);

/// A name as part of a file's name: what is neither letter nor digit becomes an underscore.
std::string plain(std::string name);

}  // namespace pbp::run_shader
