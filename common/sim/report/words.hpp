// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/sim/report/report.hpp"

namespace pbp {

/// A finding of the simulator as lines for a person: the sentence, then each place with its source line.
std::vector<std::string> in_words(const sim::ReportedFinding& finding);

/// The same in one line: the fault and its places.
std::string in_a_line(const sim::ReportedFinding& finding);

/// What a program did line by line, as a table whose last column is the source; `paint` colours a line by its
/// share of all instructions, from 0 to 1.
std::vector<std::string> listing(const sim::ProgramReport& program,
                                 std::string (*paint)(const std::string& line, double heat));

/// All that the simulator tells of some programs, the findings of all first, each line indented as a lesson's
/// report is. `quiet` leaves out notes and the listings.
std::string simulation_page(const std::vector<sim::ProgramReport>& programs, bool colour, bool quiet);

}  // namespace pbp
