// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace pbp::page {

/// The page that lists the runs whose pages lie in the folders of `out`, by lesson, as they say of
/// themselves. A file that is no page of a run is left out.
std::string overview_of(const std::filesystem::path& out);

}  // namespace pbp::page
