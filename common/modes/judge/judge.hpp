// SPDX-License-Identifier: MIT
#pragma once

#include "common/card/card.hpp"
#include "common/modes/task.hpp"
#include "common/modes/traits.hpp"
#include "common/process/worker.hpp"

namespace pbp {

namespace mode {

/// A learner's shader as an exercise, in all cases of its card.
struct Judge : Traits {
    static constexpr const char *verb = "judge",
                                *does =
                                    "Judge --shader as an exercise, in every case on its card (./learn "
                                    "check)";
    std::filesystem::path card;

    void add_options(const VerbOptions& judge);
    /// Chooses the card's version.
    void settle(const Lesson& lesson, Options& options) const;
    int run(const Task& task, Sink& sink) const;
    /// The side of a worker that is kept: judges once for each order, whatever it says. Ends only by an
    /// exception.
    [[noreturn]] void run_again(const Task& task, Sink& sink, Orders& orders) const;
    std::string where_to_look(const Heard&, const Options&) const { return {}; }
};

}  // namespace mode

namespace exercises {

/// The options of one case: those of the judging run, with the case's own words. Throws Error(wrong_usage)
/// for words that the lesson does not know.
Options case_options(const Lesson& lesson, const Options& judging, const std::string& words);

/// Runs options.shader instead of the card's version in each of its cases, on a device whose buffers are
/// guarded, every pass checked in both orders, and then in short cases on the simulator, which finds what a
/// driver hides. The first case that is wrong is reported, with its pictures; else one report says how many
/// were right. Returns 0, or the exit code of that case.
int judge(Device& device, const Lesson& lesson, const Options& options, const Card& card, Sink& sink);

}  // namespace exercises

}  // namespace pbp
