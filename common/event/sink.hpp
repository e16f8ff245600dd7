// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/check/diagnosis.hpp"
#include "common/device/device.hpp"
#include "common/event/bench_report.hpp"
#include "common/event/tuning_report.hpp"
#include "common/record/debug_report.hpp"
#include "common/report/model.hpp"
#include "common/sim/report/report.hpp"

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
        shown,  ///< a version that is wrong on purpose: nothing was checked
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
    std::vector<Finding> diagnosis;  ///< of a failed check: what its pattern usually means
    std::vector<std::string> notes;
    DebugReport debug;                                ///< empty without --debug
    std::vector<sim::ProgramReport> simulation = {};  ///< empty without --sim
    std::vector<SweptRun> sweep = {};                 ///< empty without --sim-sweep
};

/// What a run is about, said once at its start.
struct RunReport {
    std::string lesson;
    std::string title;
    std::string data;  ///< e.g. "16 uint keys, shuffled, seed 1"
    std::string renderer;
    std::string context;
    std::string subgroups;
    bool software = false;
};

/// Where a run tells what it does: the terminal, or the pipe to the process that owns the terminal.
class Sink : public Observer {
  public:
    virtual void start(const RunReport& report) = 0;
    /// About to run a version; `done` of `total` of its steps are behind it.
    virtual void progress(const std::string& version, double fraction) = 0;
    virtual void version(const VersionReport& report) = 0;
    /// What a version recorded for the run's page since the last time; before version() says how it came out.
    virtual void recorded(const page::Piece&) {}
    /// Of a watched version, before it: what one run in natural order has shown. The rest follows.
    virtual void so_far(const VersionReport&) {}
    /// The same in a tuning run.
    virtual void tuned(const TuningReport&) {}
    /// In a bench: which versions will come, and how one of them came out.
    virtual void planned(const std::vector<std::string>&) {}
    virtual void benched(const bench::Row&) {}
    /// A worker that is kept has carried out its order.
    virtual void done() {}
    /// The run ends here because of one failure that concerns all versions.
    virtual void error(int exit_code, const std::string& sentence) = 0;
};

/// A sink that nobody listens to: for single runs among many, whose progress is none of the whole.
struct SilentSink : Sink {
    void begin(Activity, const std::string&) override {}
    void end() override {}
    void note(const std::string&) override {}
    void start(const RunReport&) override {}
    void progress(const std::string&, double) override {}
    void version(const VersionReport&) override {}
    void error(int, const std::string&) override {}
};

}  // namespace pbp
