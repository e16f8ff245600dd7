// SPDX-License-Identifier: MIT
#include "common/tools/exercises/judging.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <thread>

#include "common/base/error.hpp"
#include "common/base/files.hpp"
#include "common/base/printable.hpp"
#include "common/base/readable.hpp"
#include "common/card/card.hpp"
#include "common/card/gap.hpp"
#include "common/options/words.hpp"
#include "common/process/process.hpp"
#include "common/process/worker.hpp"
#include "common/program/watch/changes.hpp"
#include "common/program/watch/interrupt.hpp"
#include "common/program/watch/lock.hpp"
#include "common/terminal/terminal.hpp"
#include "common/tools/exercises/report.hpp"

namespace pbp::exercises {

namespace {

/// Judges one file again and again: a lesson's program as a judge, kept from verdict to verdict, since its
/// start takes as long as most of them. What it says goes to the terminal.
class KeptJudge {
  public:
    /// `words` follow the card and --shader on its command line.
    KeptJudge(std::filesystem::path program, const Exercise& exercise, const std::filesystem::path& file,
              const std::vector<std::string>& words);
    /// Returns 0, the exit code of what is wrong, or stopped_code where `stopped` becomes true.
    int verdict(const std::function<bool()>& stopped);

  private:
    Terminal terminal_{Presentation{}};
    KeptWorker worker_;
    bool started_ = false;
};

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

/// What the options of a judge say.
TimeLimits limits_in(const std::vector<std::string>& words) {
    TimeLimits limits;
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        if (words[i] == "--time-limit") limits.dispatch_s = seconds_from(words[i], words[i + 1]);
        if (words[i] == "--total-limit") limits.processor_s = seconds_from(words[i], words[i + 1]);
    }
    return limits;
}

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
              limits_in(words).with_a_verdict()) {}

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

}  // namespace

namespace fs = std::filesystem;
using watch::Change;

namespace {

/// Nothing of what is no file: to read a pipe would never end.
std::string code_of(const fs::path& file) {
    std::error_code problem;
    if (!fs::is_regular_file(file, problem)) return {};
    std::ifstream in(file);
    return code_in({std::istreambuf_iterator<char>(in), {}});
}

void explain_success(const Exercise& exercise, const fs::path& file) {
    const auto card = read_card(exercise.card);
    say(fmt::format("\nSolved: {}. {}\n", exercise.id(), printable(card.title)));
    const auto solution = solution_of(exercise);
    const bool ours = code_of(file) == code_in(solution);
    if (!ours) say("Why our solution works, which may differ from yours:\n");
    say(card.why);
    if (ours) return;
    const fs::path diff = "/usr/bin/diff";
    if (!fs::exists(diff)) {  // as on Windows
        say(fmt::format("\nTo read it: ./learn solution {}", exercise.id()));
        return;
    }
    say("\nHow our solution differs:");
    const auto kept = file.parent_path() / fmt::format(".{}.ours", exercise.name);  // while it is compared
    write_file(kept, solution);
    run_program(diff.string(), {"--unified=1", "--ignore-matching-lines=^//", "--label", "yours", "--label",
                                "ours", file.string(), kept.string()});
    fs::remove(kept);
}

/// To read a pipe would never end.
void refuse_what_is_no_file(const fs::path& file) {
    if (const auto why = why_no_file(file); !why.empty())
        fail(ExitCode::wrong_usage, "{}: {}; ./learn reset puts it aside.", shown(file), why);
}

}  // namespace

void Judging::begin(const Exercise& exercise) const {
    say(fmt::format("\nJudging {}", shown(book_.file_of(exercise))));
}

void Judging::end(const Exercise& exercise, int code) {
    const auto file = book_.file_of(exercise);
    if (code == static_cast<int>(ExitCode::machine_lacks) || code > 128)
        return;  // that says nothing of the file
    if (code != 0) return say(fmt::format("\nNot right yet. ./learn hint {} helps.", exercise.id()));
    explain_success(exercise, file);
    book_.mark_solved(exercise);
}

bool Judging::is_untouched(const Exercise& exercise) const {
    return code_of(book_.file_of(exercise)) == code_in(skeleton_of(exercise));
}

/// What is wrong with a skeleton is no news: the comment at its top says what to do.
void Judging::say_task(const Exercise& exercise) const {
    std::string task;
    std::istringstream skeleton(skeleton_of(exercise));
    for (std::string line; std::getline(skeleton, line) && (line.starts_with("//") || task.empty());)
        if (line.starts_with("//")) task += line + "\n";
    say(fmt::format("\n{}\nThis is still the skeleton: TODO marks what to fill in. ./learn hint {} helps.",
                    task, exercise.id()));
}

std::vector<std::string> Judging::words_for(const Exercise& exercise) const {
    std::vector<std::string> line{"judge", exercise.card.string(), "--shader",
                                  book_.file_of(exercise).string()};
    line.insert(line.end(), words_.begin(), words_.end());
    return line;
}

int Judging::judged(const Exercise& exercise) const {
    return run_program((programs_ / exercise.lesson).string(), words_for(exercise));
}

std::vector<std::string> Judging::proven_repairs(const Exercise& exercise) const {
    if (!exercise.in_glsl() || is_untouched(exercise)) return {};
    const auto report = report_of(programs_, exercise, book_.file_of(exercise), words_, {"PBP_REPAIRS=1"});
    std::vector<std::string> all;
    for (const auto& version : report["versions"])
        for (const auto& program : version["simulation"])
            for (const auto& finding : program["findings"])
                if (const std::string repair = finding["repair"]; !repair.empty()) all.push_back(repair);
    return all;
}

void Judging::refuse_what_is_not_there(const Exercise& exercise) const {
    const auto file = book_.file_of(exercise);
    std::error_code unreachable;
    if (!fs::exists(file, unreachable) && !unreachable)
        fail(ExitCode::wrong_usage, "{} does not exist; ./learn next {} creates it.", shown(file),
             exercise.id());
    refuse_what_is_no_file(file);
}

int Judging::check(const Exercise& exercise) {
    refuse_what_is_not_there(exercise);
    if (is_untouched(exercise)) {
        say_task(exercise);
        return static_cast<int>(ExitCode::check_failed);
    }
    begin(exercise);
    const int code = judged(exercise);
    end(exercise, code);
    return code;
}

nlohmann::json Judging::report(const Exercise& exercise) try {
    refuse_what_is_not_there(exercise);
    auto report = report_of(programs_, exercise, book_.file_of(exercise), words_);
    if (report["exit_code"] == 0) book_.mark_solved(exercise);
    return report;
} catch (const Error& problem) {
    return {{"exit_code", static_cast<int>(problem.code())}, {"error", problem.what()}};
}

int Judging::watch(const Exercise& exercise) {
    const watch::Lock lock(
        book_.folder(),
        fmt::format("Another ./learn next is already watching {}; end it first, or carry on there.",
                    shown(book_.folder())));
    watch::catch_signals();
    const auto file = book_.file_of(exercise);
    refuse_what_is_no_file(file);
    std::optional<KeptJudge> kept;  // a program is built anew each time: nothing is worth keeping
    if (exercise.in_glsl()) kept.emplace(programs_ / exercise.lesson, exercise, file, words_);
    watch::Changes changes;
    changes.watch({file});
    for (std::vector<Change> seen{{file}}; !watch::stopped(); seen = changes.look()) {
        for (const auto& change : seen) {
            if (change.kind != Change::Kind::saved) {
                say(fmt::format("\n{} {}; save it again, or ./learn reset {} brings the skeleton back.",
                                shown(file), in_words(change.kind), exercise.id()));
                continue;
            }
            if (is_untouched(exercise)) {
                say_task(exercise);
                say(fmt::format("Watching {}: save it to be judged, Ctrl-C to stop.", shown(file)));
                continue;
            }
            begin(exercise);
            const int code = kept ? kept->verdict(watch::stopped) : judged(exercise);
            if (watch::stopped()) break;
            end(exercise, code);
            if (code == 0)
                return say(fmt::format("\n{} opens the first one that you have not solved.", next_)), 0;
            say(fmt::format("Watching {}: save it to be judged again, Ctrl-C to stop.", shown(file)));
        }
        std::this_thread::sleep_for(watch::Changes::look_again);
    }
    say(fmt::format("\nYour file is unchanged; {} carries on with it.", next_));
    return watch::stopped_code();
}

}  // namespace pbp::exercises
