// SPDX-License-Identifier: MIT
#include "common/modes/step/step.hpp"

#include <algorithm>
#include <functional>
#include <iostream>
#include <sstream>

#include "common/base/error.hpp"
#include "common/base/printable.hpp"
#include "common/base/system.hpp"
#include "common/event/sink.hpp"
#include "common/lesson/operation.hpp"
#include "common/lesson/run.hpp"
#include "common/lesson/selection.hpp"
#include "common/modes/step/adapter.hpp"
#include "common/modes/step/messages.hpp"
#include "common/modes/step/wrong.hpp"
#include "common/options/words.hpp"

namespace pbp::mode {

namespace {

constexpr double most_seconds = 10;  // of a dispatch: there is no worker that others could end

const Version& version_of(const Lesson& lesson, const Options& options) {
    const Version* found = nullptr;
    for (const auto& version : lesson.versions) {
        if (!chosen(version, options)) continue;
        if (found != nullptr)
            fail(ExitCode::wrong_usage, "it goes through one version: choose it with --only {}.",
                 found->name.substr(0, found->name.find('_')));
        found = &version;
    }
    return *found;
}

/// Calls back before the dispatch of that number, counted from 1, among those of the story: others probe the
/// machine.
class CountedDispatches final : public bench::Operation {
  public:
    CountedDispatches(std::uint32_t number, std::function<void()> before)
        : left_(number), before_(std::move(before)) {}
    void dispatching(bool begins) override {
        if (begins && --left_ == 0) before_();
    }
    void lasts(Handle) override {}
    void ended(const bench::Outcome&) override {}

  private:
    std::uint32_t left_;
    std::function<void()> before_;
};

/// Obeys commands as they come; what makes no sense is said, and the next one may.
void converse(Stepper& stepper, std::istream& in, bool echoes, bool prompts) {
    for (std::string line; prompts && (std::cout << "> " << std::flush), std::getline(in, line);) {
        line.erase(0, std::min(line.find_first_not_of(' '), line.size()));
        if (echoes) std::cout << "> " << printable(line) << "\n";
        try {
            if (!stepper.obey(line)) return;
        } catch (const Error& problem) {
            std::cout << printable(problem.what()) << "\n";
        }
    }
}

}  // namespace

void Step::add_options(const VerbOptions& step) {
    step.data().input().own().versions().sizes().simulator();
    auto group = step.group("Step");
    group.word("--dispatch", "NUMBER", "Of the version's dispatches [1]",
               [this](const auto& word) { dispatch = count_from("--dispatch", word); });
    group.word("--workgroup", "NUMBER", "Counted from 0 [0]", [this](const auto& word) {
        workgroup = static_cast<std::uint32_t>(whole_from("--workgroup", word, 0, 0xFFFFFFFF));
    });
    group.value("--word", "WORD", "Begin where a word of memory is written first, such as 'tile[3]'", word);
    group.flag("--wrong", "Find what goes wrong, and begin at the line that writes the first wrong element",
               wrong);
    group.flag("--dap", "Let an editor step, by the Debug Adapter Protocol on stdin and stdout", dap);
    group.value("--do", "COMMANDS", "Obey these, apart by ';', and end", commands);
}

void Step::settle(const Lesson& lesson, Options& options) const {
    if (wrong && (dispatch != 1 || workgroup != 0 || !word.empty()))
        fail(ExitCode::wrong_usage,
             "--wrong finds the place by itself; leave --dispatch, --workgroup and --word out.");
    version_of(lesson, options);
}

/// The workgroup, and what is said before its first line.
struct Step::Begun {
    sim::Simulator::Recorded recorded;
    std::string title;
    std::size_t step = 0;  ///< where to begin
};

namespace {

std::string title_of(const Task& task, const Version& version, std::uint32_t n, const std::string& dispatch,
                     const sim::Recording& recording) {
    return fmt::format(
        "{} {}, n = {}: workgroup {} of {}, {}, subgroups of {} lanes; help lists the commands\n",
        task.lesson.id, version.name, n, recording.workgroup, recording.workgroups, dispatch,
        recording.subgroup_size);
}

}  // namespace

/// What is wrong is said first.
Step::Begun Step::begin_wrong(const Task& task, const Version& version, const Options& options,
                              const sim::Settings& machine) const {
    auto found = find_wrong(task.lesson, version, options, machine);
    auto title = printable(found.why) + "\n" +
                 title_of(task, version, *options.n, fmt::format("dispatch {}", found.dispatch + 1),
                          found.recorded.recording);
    return {std::move(found.recorded), std::move(title), found.step};
}

Step::Begun Step::begin(const Task& task, Sink& sink) const {
    const auto& version = version_of(task.lesson, task.options);
    auto settings = std::get<sim::Settings>(task.machine);
    settings.search = sim::Settings::Search::one_order;
    settings.limit_s = most_seconds;
    const Machine machine = settings;
    Opened opened({task.lesson, task.options, machine}, sink);
    auto options = settled(task.lesson, task.options, opened.device);
    if (!options.n) options.n = task.lesson.n_of(version);
    if (wrong) return begin_wrong(task, version, options, settings);
    CountedDispatches counted(dispatch, [&] { opened.simulator->record({.workgroup = workgroup}); });
    SilentSink silent;
    ProgramCache programs;
    Run run(opened.device, programs, task.lesson, version, options, {.traced = false, .bench = &counted},
            silent);
    const auto& recorded = opened.simulator->recorded();
    std::string title;
    try {
        task.lesson.tell(version, run);
    } catch (const Error& problem) {  // a loop that does not end is what somebody wants to look at
        if (!recorded) throw;
        title = printable(problem.what()) + "\n";
    }
    if (!recorded)
        fail(ExitCode::wrong_usage, "--dispatch {}: {} has only {}.", dispatch, version.name,
             run.facts().dispatches);
    const auto& recording = recorded->recording;
    if (workgroup >= recording.workgroups)
        fail(ExitCode::wrong_usage, "--workgroup {}: dispatch {} has only {}, counted from 0.", workgroup,
             dispatch, recording.workgroups);
    title += title_of(task, version, *options.n,
                      fmt::format("dispatch {} of {}", dispatch, run.facts().dispatches), recording);
    return {*recorded, title};
}

int Step::run(const Task& task, Sink& sink) const {
    if (dap) return serve_editor(task);
    const auto begun = begin(task, sink);
    std::cout << begun.title;
    Debugger debugger(begun.recorded);
    debugger.go_to(begun.step);
    if (!word.empty()) debugger.go_to_write(word);
    Stepper stepper(debugger, std::cout);
    stepper.show();
    const bool alone = commands.empty(), typed = alone && is_terminal(Stream::in);
    std::string lines = commands;
    std::ranges::replace(lines, ';', '\n');
    std::istringstream given(lines);
    converse(stepper, alone ? std::cin : given, !typed, typed);
    return 0;
}

int Step::serve_editor(const Task& task) const {
    const auto send = [](const auto& message) { write_message(std::cout, message); };
    SilentSink silent;  // stdout belongs to the protocol
    std::optional<Begun> begun;
    std::optional<Debugger> debugger;
    try {
        begun = begin(task, silent);
        debugger.emplace(begun->recorded);
        debugger->go_to(begun->step);
        if (!word.empty()) debugger->go_to_write(word);
    } catch (const Error& problem) {  // an editor shows why launch is refused, but maybe not stderr
        refuse_launch(std::cin, send, problem.what());
        throw;
    }
    Adapter adapter(*debugger, begun->title, send);
    while (const auto message = read_message(std::cin))
        if (!adapter.answer(*message) || !std::cout) break;
    return 0;
}

}  // namespace pbp::mode
