// SPDX-License-Identifier: MIT
#include "common/event/heard.hpp"

#include <utility>

#include "common/event/reports_json.hpp"

namespace pbp {

std::string to_string(VersionReport::Status status) {
    return nlohmann::json(status).get<std::string>();
}

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
    nlohmann::json document;
    document["run"] = run;
    document["versions"] = versions;
    for (std::size_t i = 0; i < versions.size(); ++i)
        if (versions[i].contents.empty()) document["versions"][i].erase("contents");
    document["tuning"] = tunings;
    document["exit_code"] = exit_code;
    document["error"] = error;
    return document.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

void leave_out_repairs(VersionReport& report) {
    for (auto& program : report.simulation)
        for (auto& one : program.findings)
            if (!std::exchange(one.repair, {}).empty()) one.advice.clear();
}

}  // namespace pbp
