// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "common/event/event.hpp"

namespace pbp {

/// Where a run reports to: the terminal, or the pipe to the process that owns the terminal. To report
/// something, call one of the other functions; each makes one event.
class Sink : public Observer {
  public:
    virtual void on_event(const Event& event) = 0;

    void begin(Activity activity, const std::string& what) final { on_event(event::Begin{activity, what}); }
    void end() final { on_event(event::End{}); }
    void note(const std::string& sentence) final { on_event(event::Note{sentence}); }
    void start(RunReport run) { on_event(event::Started{std::move(run)}); }
    void progress(std::string version, double fraction, std::string doing = {}) {
        on_event(event::Progress{std::move(version), fraction, std::move(doing)});
    }
    void version(VersionReport report) { on_event(event::VersionDone{std::move(report)}); }
    void recorded(page::Piece piece) { on_event(event::Recorded{std::move(piece)}); }
    void so_far(VersionReport report) { on_event(event::SoFar{std::move(report)}); }
    void tuned(TuningReport report) { on_event(event::Tuned{std::move(report)}); }
    void planned(std::vector<std::string> versions) { on_event(event::Planned{std::move(versions)}); }
    void benched(bench::Row row) { on_event(event::Benched{std::move(row)}); }
    void result(std::string json) { on_event(event::Result{std::move(json)}); }
    void done() { on_event(event::OrderDone{}); }
    void error(int exit_code, std::string sentence) {
        on_event(event::Failed{exit_code, std::move(sentence)});
    }
};

/// A sink that nobody listens to: for single runs among many, whose progress is not that of the whole.
struct SilentSink final : Sink {
    void on_event(const Event&) override {}
};

}  // namespace pbp
