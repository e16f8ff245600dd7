// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "common/event/event.hpp"
#include "common/event/tuning_report.hpp"
#include "common/lesson/lesson.hpp"
#include "common/picture/chart/chart.hpp"

namespace pbp {

/// One curve per version: its speed over the local size, each at its best number of elements per invocation.
picture::Chart chart_of(const Lesson& lesson, const std::vector<TuningReport>& reports,
                        const RunReport& about);
/// One curve for each number of elements per invocation of one version.
picture::Chart chart_of(const Lesson& lesson, const TuningReport& report, const RunReport& about);

/// Draws all versions into FOLDER/tune.png; returns the file, or none where there is no curve to draw.
std::vector<std::string> save_chart(const std::filesystem::path& folder, const Lesson& lesson,
                                    const std::vector<TuningReport>& reports, const RunReport& about);
/// The same for one version, into FOLDER/tune_VERSION.png, if its number of elements per invocation can be
/// chosen.
std::vector<std::string> save_chart(const std::filesystem::path& folder, const Lesson& lesson,
                                    const TuningReport& report, const RunReport& about);

}  // namespace pbp
