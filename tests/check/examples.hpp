// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/check/signatures/diagnosis.hpp"

namespace pbp::test {

using Words = std::vector<std::uint32_t>;

/// Arrays that a known mistake produces, computed directly, and what a diagnosis should say first.
struct Example {
    Pattern pattern;
    std::string name;
    Words expected, got, before = {}, earlier = {}, writers = {}, keys = {}, beyond = {};
    Schedule schedule = {};

    Evidence evidence() const {
        Evidence all{.expected = expected, .got = got, .before = before};
        if (!earlier.empty()) all.earlier = {earlier};
        if (!writers.empty()) all.writers = writers;
        all.keys = keys;
        all.guard_after = beyond;
        all.schedule = schedule;
        return all;
    }
};

/// At least two of each pattern that a single result can show.
std::vector<Example> examples();

}  // namespace pbp::test
