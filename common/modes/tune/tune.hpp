// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "common/event/event.hpp"
#include "common/event/tuning_report.hpp"
#include "common/lesson/lesson.hpp"
#include "common/modes/task.hpp"
#include "common/modes/traits.hpp"
#include "common/picture/chart/chart.hpp"

namespace pbp {

namespace mode {

/// What versions leave open, tried and timed.
struct Tune : Traits {
    static constexpr const char *verb = "tune",
                                *does =
                                    "Try every size left open, check each, compare their times and draw the "
                                    "curves";
    static constexpr Purpose purpose = Purpose::tune;

    void add_options(const VerbOptions& tune);
    int run(const Task& task, Sink& sink) const;
    std::string where_to_look(const Heard& heard, const Options& options) const;
};

}  // namespace mode

/// Tries every combination of the numbers that the chosen versions leave open: checks each once, then times
/// those that are right in turns, and draws the curves. Reports each version to the sink. Returns 0, 1 where
/// a combination gives a wrong result, or the exit code of a version of which none could run.
int tune_versions(Device& device, const Lesson& lesson, const Options& options, Sink& sink);

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
