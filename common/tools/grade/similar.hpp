// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/tools/grade/submissions.hpp"

namespace pbp::grade {

/// Learners whose files for one exercise say the same: for a person to judge, since a short gap leaves little
/// to differ in.
struct Similar {
    std::string id;
    std::vector<std::string> learners;
    std::size_t own_words = 0;  ///< of the text that are not in the skeleton
    const char* how = "";       ///< what else differs
    bool as_ours = false;       ///< our solution says the same, too
};

/// The groups of two or more, those with most words of their own first. Names are compared by where they
/// occur first, so renaming hides nothing; comments and blanks do not count.
std::vector<Similar> similar_in(const std::vector<Learner>& learners);

}  // namespace pbp::grade
