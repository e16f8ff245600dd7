// SPDX-License-Identifier: MIT
#pragma once

#include "common/tools/grade/grading.hpp"
#include "common/tools/grade/points.hpp"
#include "common/tools/grade/similar.hpp"

namespace pbp::grade {

/// A class with its verdicts.
struct Graded {
    const std::vector<Learner>& learners;
    const Journal& journal;
    const Points& points;
    const Wishes& wishes;

    const Verdict* verdict_on(const Submission& one) const {
        return one.to_be_judged() ? journal.find(key_of(one, wishes.total_limit_s)) : nullptr;
    }
    Result result_of(const Submission& one) const { return grade::result_of(one, verdict_on(one)); }
};

/// A line per learner and exercise: learner, exercise, result, technique, points, seconds, hints, gave_up and
/// why.
std::string as_csv(const Graded& graded);
std::string as_csv(const std::vector<Similar>& similar);

/// JUnit's XML: a suite for a learner, a case for each exercise.
std::string as_junit(const Graded& graded, const Learner& learner);

/// A page for a learner, in one file that can be sent: results, reasons, pictures, and what was judged.
std::string as_page(const Graded& graded, const Learner& learner);

/// The table for the terminal.
std::string as_table(const Graded& graded);

}  // namespace pbp::grade
