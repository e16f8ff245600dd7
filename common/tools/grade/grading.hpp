// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/tools/grade/verdict.hpp"

namespace pbp::grade {

struct Wishes {
    std::filesystem::path programs;  ///< the folder with the lessons' programs
    std::filesystem::path out;
    std::string context;
    unsigned jobs = 1;
    double total_limit_s = 0;  ///< of processor time, for one file
};

/// Judges what the journal does not know yet, `jobs` files at once, and prints a line per verdict. Throws
/// Interrupted after a signal; the journal then has what was judged.
void judge_all(const std::vector<Learner>& learners, const Wishes& wishes, Journal& journal);

}  // namespace pbp::grade
