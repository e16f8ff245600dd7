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
/// 2^26 if there is a smaller one; 0 if fewer than two bars have a time there.
std::uint64_t size_to_draw(const Ladder& ladder);

/// The rungs at one n: a bar each, the peers striped, a line for what the machine's own limits leave.
picture::BarChart ladder_chart(const Ladder& ladder, std::uint64_t n);

/// Speed over n, both logarithmic: a curve per version, the two highest stressed, the peers and the limit
/// dashed.
picture::Chart throughput_chart(const Ladder& ladder);

/// Draws both for each lesson with a time, FOLDER/NN_name_ladder.png and FOLDER/NN_name_throughput.png;
/// returns the files.
std::vector<std::string> save_charts(const std::filesystem::path& folder, const Report& report);

/// The fastest versions at an n, of those that do as much work as the last one, in a sentence; empty if there
/// are not two.
std::string fastest_at(const Ladder& ladder, std::uint64_t n);

/// The speed at the row's n, and its range in the middle half of the runs.
picture::ChartPoint speed_of(const Ladder& ladder, const Row& row, const Time& time);

/// What both charts of a ladder say.
/// "03 reduction: " and what the chart is about.
std::string chart_title(const Ladder& ladder, const std::string& what);

/// Which machine it was and when, what a software renderer's times are worth, and which versions have changed
/// since they were measured; with n, dates of that size alone.
std::vector<std::string> chart_notes(const Ladder& ladder, std::uint64_t n = 0);

/// The axis of speeds.
std::string unit_in_words(const Ladder& ladder);

/// True if one of the peers has that part in its name, such as ", graph".
bool any_named(const std::vector<std::string>& peers, const char* part);

/// Whose library they are.
std::string library_of(const std::vector<std::string>& peers);

/// What the names of some peers mean, as sentences that follow others; empty if all speak for themselves.
std::string peers_in_words(const std::vector<std::string>& peers);

}  // namespace pbp::bench
