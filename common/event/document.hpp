// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/event/run_report.hpp"
#include "common/event/tuning_report.hpp"
#include "common/event/version_report.hpp"

namespace pbp {

/// What --json prints of a run: its reports as one JSON document.
std::string to_json(const RunReport& run, const std::vector<VersionReport>& versions,
                    const std::vector<TuningReport>& tunings, int exit_code, const std::string& problem);

}  // namespace pbp
