// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/event/event.hpp"

namespace pbp {

/// All that a run has reported by its end.
struct Heard {
    RunReport run;
    std::vector<VersionReport> versions;
    std::vector<TuningReport> tunings;
    std::vector<bench::Row> rows;
    std::string error;
    int exit_code = 0;  ///< set where the run ends

    void hear(const Event& event);
    /// What --json prints of it: one JSON document.
    std::string document() const;
};

/// Leaves out the proven repairs of a report's findings, and the guesses in whose place they came: to the
/// learner of an exercise they are hints, shown to those who ask for one.
void leave_out_repairs(VersionReport& report);

}  // namespace pbp
