// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/record/pass.hpp"
#include "common/record/recorder.hpp"

namespace pbp {

/// Draws the passes up to the first wrong one three times: as expected, as computed (wrong cells ringed), and
/// their difference; if the whole array is too wide, around the first wrong element. Returns the three files.
/// A wrong image is drawn as an image.
std::vector<std::string> save_failure_strips(const std::filesystem::path& folder, const std::string& version,
                                             const Recorder& recorder);

/// Draws a wrong image three times: as expected, as computed (wrong pixels framed), and the difference; a
/// large image is cropped around its first wrong pixel. Returns the three files.
std::vector<std::string> save_failure_images(const std::filesystem::path& folder, const std::string& version,
                                             const record::Pass& wrong);

}  // namespace pbp
