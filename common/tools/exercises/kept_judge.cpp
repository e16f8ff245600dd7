// SPDX-License-Identifier: MIT
#include "common/tools/exercises/kept_judge.hpp"

#include "common/process/process.hpp"

namespace pbp::exercises {

namespace {

/// Passes on what a judge says, its introduction once, and remembers the verdict.
struct Verdict final : Sink {
    Verdict(Terminal& next, bool& started) : next(next), started(started) {}
    void on_event(const Event& event) override {
        std::visit(overloaded{[&](const event::VersionDone& done) { exit_code = done.report.exit_code; },
                              [&](const event::Failed& failed) { exit_code = failed.exit_code; },
                              [](const auto&) {}},
                   event);
        const bool again = std::holds_alternative<event::Started>(event) && std::exchange(started, true);
        if (!again) next.on_event(event);
    }
    Terminal& next;
    bool& started;
    std::optional<int> exit_code;  ///< none: there is no verdict yet
};

}  // namespace

KeptJudge::KeptJudge(std::filesystem::path program, const Exercise& exercise,
                     const std::filesystem::path& file, const std::vector<std::string>& words)
    : worker_([program = std::move(program),
               line =
                   [&] {
                       std::vector<std::string> line{"judge", exercise.card.string(), "--watch", "--shader",
                                                     file.string()};
                       line.insert(line.end(), words.begin(), words.end());
                       return line;
                   }()] { return std::make_unique<ChildProcess>(program.string(), line); },
              TimeLimits{}) {}

int KeptJudge::verdict(const std::function<bool()>& stopped) {
    Verdict heard(terminal_, started_);
    const int code = worker_.carry_out("judge", heard, stopped);
    terminal_.end_round();
    if (code != 0) return code;
    if (heard.exit_code) return *heard.exit_code;
    constexpr int died = static_cast<int>(ExitCode::worker_died);
    terminal_.error(died, "The judge gave no verdict; save the file to try again.");
    return died;
}

}  // namespace pbp::exercises
