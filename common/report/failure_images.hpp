// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/record/pass.hpp"

namespace pbp {

/// Draws a wrong image three times: as expected, as computed (wrong pixels framed), and the difference; a
/// large image is cropped around its first wrong pixel. Returns the three files.
std::vector<std::string> save_failure_images(const std::filesystem::path& folder, const std::string& version,
                                             const record::Pass& wrong);

}  // namespace pbp
