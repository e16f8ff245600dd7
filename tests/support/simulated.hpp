// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <algorithm>

#include "common/program/all_lessons.hpp"
#include "common/sim/run/settings.hpp"
#include "tests/support/lessons.hpp"
#include "tests/support/options.hpp"

// Lessons on the simulator, in this process: hundreds of small faults need no program each.
namespace pbp::test {

inline const Lesson& lesson_of(const std::string& id) {
    const auto& all = all_lessons();
    const auto found = std::ranges::find(all, id, [](const Lesson* one) { return one->id; });
    REQUIRE(found != all.end());
    return **found;
}

/// What a command line asks of one version. Nothing is drawn.
inline Options options_of(const Lesson& lesson, const Version& version, const std::string& words = {}) {
    return options_of(lesson, version.name, source_dir / "shaders", words);
}

/// In order, and no longer than a right shader may take on a busy machine.
inline sim::Settings one_order() {
    sim::Settings machine;
    machine.limit_s = machine.processor_s = 20;
    machine.most_rounds = 20'000;  // of a wait in vain
    return machine;
}

}  // namespace pbp::test
