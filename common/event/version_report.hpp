// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/check/cause.hpp"
#include "common/event/contents.hpp"
#include "common/record/debug_report.hpp"
#include "common/record/host_calls.hpp"
#include "common/sim/reported/reported.hpp"

namespace pbp {

/// How a version came out on one kind of simulated machine, among others.
struct SweptRun {
    std::uint32_t subgroup_size = 0;
    std::string schedule;
    std::string outcome;                ///< in a word or two, e.g. "right" or "wrong"
    std::vector<std::string> problems;  ///< why it is not right, a line each
};

/// How a version of a lesson came out.
struct VersionReport {
    enum class Status : std::uint8_t {
        right,
        shown,      ///< a version that is wrong on purpose: nothing was checked
        unchecked,  ///< nothing was there to compare it with, or nothing was to be compared
        wrong,
        skipped,
        failed
    };
    std::string name;
    std::string idea;
    Status status = Status::right;
    std::string message;  ///< why it is not right: one sentence, then details
    int exit_code = 0;
    bool gave_up = false;              ///< its work was not done as it says; a note says why
    std::uint64_t passes_checked = 0;  ///< in one order
    std::uint64_t passes = 0;          ///< that the version made
    std::string orders;                ///< e.g. "both orders"
    double elapsed_ms = 0;             ///< median over the timed runs; 0: not timed
    double spread_ms = 0;              ///< from the first to the third quartile of them
    int timed_runs = 0;
    std::vector<std::string> pictures;
    Cause cause = {};  ///< of a failed check
    std::vector<std::string> notes;
    std::vector<std::string> why;                     ///< what --why and --used answer, line by line
    DebugReport debug;                                ///< empty without --debug
    HostCalls calls = {};                             ///< empty but for the verb calls
    std::vector<sim::ProgramReport> simulation = {};  ///< empty without --sim
    sim::PredictedTime predicted = {};                ///< empty without --card
    std::vector<SweptRun> sweep = {};                 ///< empty but for the verb sweep
    std::string smallest = {};    ///< the command of the smallest case that fails so; or empty
    std::string stepping = {};    ///< the one that goes through that case line by line; or empty
    Contents contents = {};       ///< of a shader of one's own
    std::vector<Left> left = {};  ///< for other runs in the same process: no report passes it on
};

/// "right", "not checked" …: as in the JSON document.
std::string to_string(VersionReport::Status status);

}  // namespace pbp
