// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "tests/mutants/study.hpp"
#include "tests/mutants/survivors.hpp"

namespace pbp::mutants {

/// One JSON document of all mutants.
void print_json(const std::vector<Mutant>& all, const std::vector<Known>& known, const Tally& total);

/// A row per shader, and one for all.
void print_table(const std::vector<Mutant>& all, const std::vector<Known>& known, const Tally& total);

/// What was caught, and how.
void print_caught(const std::vector<Mutant>& all);

/// What was not caught, why, and the totals.
void print_survivors(const std::vector<Mutant>& all, const std::vector<Known>& known, const Tally& total);

}  // namespace pbp::mutants
