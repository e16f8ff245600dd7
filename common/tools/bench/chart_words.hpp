// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/tools/bench/ladder.hpp"

/// What both charts of a ladder say.
namespace pbp::bench {

/// "03 reduction: " and what the chart is about.
std::string chart_title(const Ladder& ladder, const std::string& what);

/// Which machine it was and when, what a software renderer's times are worth, and which versions have changed
/// since they were measured.
std::vector<std::string> chart_notes(const Ladder& ladder);

/// The axis of speeds.
std::string unit_in_words(const Ladder& ladder);

/// True if one of the peers has that part in its name, such as ", graph".
bool any_named(const std::vector<std::string>& peers, const char* part);

/// What the names of some peers mean, as sentences that follow others; empty if all speak for themselves.
std::string peers_in_words(const std::vector<std::string>& peers);

}  // namespace pbp::bench
