// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace pbp::page {

/// A page that lists the runs whose pages are in the subfolders of `out`, by lesson, from the summaries in
/// those pages, and how many of each lesson's exercises are solved, from the project at `root`. Files that
/// are not pages of runs are left out.
std::string overview_of(const std::filesystem::path& out, const std::filesystem::path& root);

}  // namespace pbp::page
