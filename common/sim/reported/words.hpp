// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/sim/reported/reported.hpp"

namespace pbp {

/// A finding of the simulator as lines of text: the sentence, then each location with its source line.
std::vector<std::string> in_words(const sim::ReportedFinding& finding);

/// The same in one line: the fault and its locations.
std::string in_a_line(const sim::ReportedFinding& finding);

/// A prediction in a line; empty if nothing was predicted.
std::string in_words(const sim::PredictedTime& time);

/// A prediction in whole sentences: the time, what limits it, and what was measured, or else how sure the
/// prediction is; empty if nothing was predicted.
std::string in_sentences(const sim::PredictedTime& time);

/// The simulator's full report on several programs, findings first, each line indented like a lesson's
/// report. `quiet` leaves out notes and listings; rows of a listing are cut to `columns`, unless that is 0.
std::string simulation_page(const std::vector<sim::ProgramReport>& programs, bool colour, bool quiet,
                            std::size_t columns);

}  // namespace pbp
