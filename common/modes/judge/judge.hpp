// SPDX-License-Identifier: MIT
#pragma once

#include "common/lesson/lesson.hpp"
#include "common/modes/judge/card.hpp"
#include "common/process/worker.hpp"

namespace pbp::exercises {

/// The options of one case: those of the judging run, with the case's own words. Throws Error(wrong_usage)
/// for words that the lesson does not know.
Options case_options(const Lesson& lesson, const Options& judging, const std::string& words);

/// Runs options.shader in the place of the card's version in each of its cases, on a device whose buffers are
/// guarded, every pass checked in both orders, and then in short cases on the simulator, which finds what a
/// driver hides. The first case that is wrong is reported, with its pictures; else one report says how many
/// were right. Returns 0, or the exit code of that case.
int judge(Device& device, const Lesson& lesson, const Options& options, const Card& card, Sink& sink);

/// The side of a worker that is kept: judges once for each order, whatever it says. Ends only by an
/// exception.
[[noreturn]] void judge_again(Device& device, const Lesson& lesson, const Options& options, Sink& sink,
                              Orders& orders);

}  // namespace pbp::exercises
