// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "common/lesson/lesson.hpp"
#include "common/sim/run/simulator.hpp"

namespace pbp {

/// The dispatch in which a version went wrong, and the step that did.
struct WrongStep {
    sim::Simulator::Recorded recorded;
    std::size_t dispatch = 0, step = 0;  ///< from 0
    std::string why;
};

/// Runs a version on a simulator as it is checked, and once more to record the workgroup that wrote its first
/// wrong element, or that of the first line with an error where the result is right. Throws
/// Error(wrong_usage) if nothing is wrong.
WrongStep find_wrong(const Lesson& lesson, const Version& version, const Options& options,
                     const sim::Settings& machine);

}  // namespace pbp
