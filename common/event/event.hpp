// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <string>
#include <variant>
#include <vector>

#include "common/device/device.hpp"
#include "common/event/bench_row.hpp"
#include "common/event/tuning_report.hpp"
#include "common/event/version_report.hpp"
#include "common/report/model.hpp"

namespace pbp {

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

namespace event {

/// The device begins to build or to dispatch something, and has ended that: a watcher can say where a hang or
/// a crash happened.
struct Begin {
    Observer::Activity activity = Observer::Activity::build;
    std::string what;
};
struct End {};
/// What a driver says besides.
struct Note {
    std::string sentence;
};
/// The run begins.
struct Started {
    RunReport run;
};
/// How much of a version is done, 0 to 1.
struct Progress {
    std::string version;
    double fraction = 0;
    std::string doing = {};  ///< e.g. "case 3 of 12: --n 64"; may be empty
};
/// How a version came out.
struct VersionDone {
    VersionReport report;
};
/// What a version recorded for the run's page since the last time; before its VersionDone.
struct Recorded {
    page::Piece piece;
};
/// Of a watched version, before its VersionDone: what one run in natural order has shown.
struct SoFar {
    VersionReport report;
};
/// How a version came out in a tuning run.
struct Tuned {
    TuningReport report;
};
/// In a bench: which versions will come, and how one of them came out.
struct Planned {
    std::vector<std::string> versions;
};
struct Benched {
    bench::Row row;
};
/// What a program beside the lessons found, as a JSON document of its own.
struct Result {
    std::string json;
};
/// A worker that is kept has carried out its order.
struct OrderDone {};
/// The run ends here because of one failure that concerns all versions.
struct Failed {
    int exit_code = 0;
    std::string sentence;
};
/// The worker's final report: it has done all that it was asked, and will end with this exit code.
struct Finished {
    int exit_code = 0;
};

}  // namespace event

/// Anything that a run reports.
using Event = std::variant<event::Begin, event::End, event::Note, event::Started, event::Progress,
                           event::VersionDone, event::Recorded, event::SoFar, event::Tuned, event::Planned,
                           event::Benched, event::Result, event::OrderDone, event::Failed, event::Finished>;

/// Several functions as one, for std::visit: each takes its own kinds of event.
template <typename... Functions>
struct overloaded : Functions... {
    using Functions::operator()...;
};
template <typename... Functions>  // Clang 14, which clang-tidy is, does not deduce it for an aggregate
overloaded(Functions...)->overloaded<Functions...>;

/// For the function of an `overloaded` that takes several kinds, as those which a consumer has no use for: it
/// names each of them, so that a new kind of event does not compile until every consumer has thought of it.
template <typename T, typename... Kinds>
concept AnyOf = (std::same_as<T, Kinds> || ...);

}  // namespace pbp
