// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/program/watch/passes.hpp"

namespace pbp::watch {

/// Draws what two rounds' passes differ by, a row a changed pass, changed cells ringed; around the first of
/// them where an array is too wide. Images become images. False where there is nothing to draw: no pass, or
/// images too large to have been kept whole.
bool save_differences(const std::filesystem::path& file, const std::string& version,
                      const std::vector<Difference>& differences, const Passes& before, const Passes& now);

}  // namespace pbp::watch
