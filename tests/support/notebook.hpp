// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/event/sink.hpp"

namespace pbp::test {

/// Keeps what a run reports.
struct Notebook final : Sink {
    void on_event(const Event& event) override {
        std::visit(
            overloaded{[&](const event::Begin& begin) { begun.push_back(begin); },
                       [&](const event::End&) { ++ended; },
                       [&](const event::Started& started) { run = started.run, ++starts; },
                       [&](const event::Progress& progress) { fractions.push_back(progress.fraction); },
                       [&](const event::Planned& planned) { plan = planned.versions; },
                       [&](const event::VersionDone& done) { versions.push_back(done.report); },
                       [&](const event::Tuned& tuned) { tunings.push_back(tuned.report); },
                       [&](const event::Benched& benched) { rows.push_back(benched.row); },
                       [&](const event::Recorded& recorded) { pieces.push_back(recorded.piece); },
                       [&](const event::Failed& failed) { errors.push_back(failed.sentence); },
                       [](const auto&) {}},
            event);
    }
    std::vector<event::Begin> begun;
    std::size_t ended = 0, starts = 0;
    RunReport run;
    std::vector<double> fractions;
    std::vector<std::string> plan, errors;
    std::vector<VersionReport> versions;
    std::vector<TuningReport> tunings;
    std::vector<bench::Row> rows;
    std::vector<page::Piece> pieces;
};

}  // namespace pbp::test
