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

/// What a program did line by line, as a table whose last column is the source; `paint` colours a line by its
/// share of all instructions, from 0 to 1. Below each line is what it was compiled to, if that is reported.
std::vector<std::string> listing(const sim::ProgramReport& program,
                                 std::string (*paint)(const std::string& line, double heat));

/// The simulator's full report on several programs, findings first, each line indented like a lesson's
/// report. `quiet` leaves out notes and listings.
std::string simulation_page(const std::vector<sim::ProgramReport>& programs, bool colour, bool quiet);

}  // namespace pbp
