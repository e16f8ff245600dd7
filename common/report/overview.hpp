// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace pbp::page {

/// A page that lists the runs whose pages are in the subfolders of `out`, by lesson, from the summaries in
/// those pages. Files that are not pages of runs are left out.
std::string overview_of(const std::filesystem::path& out);

}  // namespace pbp::page
