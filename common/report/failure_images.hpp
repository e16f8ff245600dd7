// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/record/pass.hpp"

namespace pbp {

/// Draws a wrong image three times: as expected, as it came out (wrong pixels framed), and the difference;
/// around its first wrong pixel where it is large. Returns the three files.
std::vector<std::string> save_failure_images(const std::filesystem::path& folder, const std::string& version,
                                             const record::Pass& wrong);

}  // namespace pbp
