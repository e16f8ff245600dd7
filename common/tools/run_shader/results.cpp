// SPDX-License-Identifier: MIT
#include "common/tools/run_shader/results.hpp"

#include <nlohmann/json.hpp>

#include "common/base/error.hpp"
#include "common/base/files.hpp"
#include "common/event/document.hpp"
#include "common/tools/run_shader/run.hpp"

namespace pbp::run_shader {

void Results::on_event(const Event& event) {
    using namespace event;
    std::visit(overloaded{[&](const Started& started) { about = started.run; },
                          [&](const VersionDone& done) { simulated = done.report; },
                          [&](const Result& result) { outcome = from_json(result.json); },
                          [&](const Note& note) { notes.push_back(note.sentence); },
                          [&](const Failed& failed) { problem = failed.sentence; },
                          [](const AnyOf<Begin, End, Progress, Recorded, SoFar, Tuned, Planned, Benched,
                                         OrderDone, Finished> auto&) {}},
               event);
}

int Results::exit_code(int of_the_work) const {
    const bool drawing_alone = of_the_work == 0 || of_the_work == static_cast<int>(ExitCode::machine_lacks);
    return drawing_alone && simulated.exit_code != 0 ? simulated.exit_code : of_the_work;
}

int work(Wishes& wishes, Sink& sink) {
    read_files(wishes);
    if (!wishes.dump.empty()) {
        dump_passes(wishes, sink);
        sink.note(fmt::format("{0} is written; ./learn run {0} runs it", shown(wishes.dump)));
        return 0;
    }
    Unwritten unwritten;
    const auto outcome = wishes.swept ? sweep(wishes, sink) : run(wishes, sink, unwritten);
    sink.result(to_json(outcome));
    constexpr int failed = static_cast<int>(ExitCode::check_failed);
    if (!outcome.left_loop.empty()) sink.error(failed, outcome.left_loop);
    return unwritten.reported(sink, outcome.wrong.empty() && outcome.left_loop.empty() ? 0 : failed);
}

std::string document(const Results& results, const std::string& shader, int exit_code) {
    auto document =
        nlohmann::json::parse(to_json(results.about, {results.simulated}, {}, exit_code, results.problem));
    for (const char* same : {"simulation", "sweep"}) document[same] = document["versions"][0][same];
    document["swept"] = results.simulated.sweep.size();
    for (const char* other : {"versions", "tuning"}) document.erase(other);
    document["shader"] = shader;
    document["smallest"] = results.simulated.smallest;
    if (results.outcome) document.update(nlohmann::json::parse(to_json(*results.outcome)));
    for (const auto& note : results.notes) document["notes"].push_back(note);
    return document.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace pbp::run_shader
