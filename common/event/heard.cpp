// SPDX-License-Identifier: MIT
#include "common/event/heard.hpp"

#include "common/event/document.hpp"

namespace pbp {

void Heard::hear(const Event& event) {
    using namespace event;
    std::visit(overloaded{[&](const Started& started) { run = started.run; },
                          [&](const VersionDone& done) { versions.push_back(done.report); },
                          [&](const Tuned& tuned) { tunings.push_back(tuned.report); },
                          [&](const Benched& benched) { rows.push_back(benched.row); },
                          [&](const Failed& failed) { error = failed.sentence; },
                          [](const AnyOf<Begin, End, Note, Progress, Recorded, SoFar, Planned, Result,
                                         OrderDone, Finished> auto&) {}},
               event);
}

std::string Heard::document() const {
    return to_json(run, versions, tunings, exit_code, error);
}

}  // namespace pbp
