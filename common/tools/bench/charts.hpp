// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/picture/chart/bars.hpp"
#include "common/picture/chart/chart.hpp"
#include "common/tools/bench/ladder.hpp"

namespace pbp::bench {

/// The n whose ladder is drawn: the one at which most rungs have a time, of equals the largest, and not above
/// 2^26 if there is a smaller one; 0 if no row has a time.
std::uint64_t size_to_draw(const Ladder& ladder);

/// The rungs at one n: a bar each, the peers striped, a line for what the machine's own limits leave.
picture::BarChart ladder_chart(const Ladder& ladder, std::uint64_t n);

/// Speed over n, both logarithmic: a curve per version, the two highest stressed, the peers and the limit
/// dashed.
picture::Chart throughput_chart(const Ladder& ladder);

/// Draws both for each lesson with a time, FOLDER/NN_name_ladder.png and FOLDER/NN_name_throughput.png;
/// returns the files.
std::vector<std::string> save_charts(const std::filesystem::path& folder, const Report& report);

}  // namespace pbp::bench
