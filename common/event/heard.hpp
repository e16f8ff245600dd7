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

}  // namespace pbp
