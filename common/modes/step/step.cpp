// SPDX-License-Identifier: MIT
#include "common/modes/step/step.hpp"

#include <unistd.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <sstream>

#include "common/base/error.hpp"
#include "common/base/printable.hpp"
#include "common/event/sink.hpp"
#include "common/lesson/operation.hpp"
#include "common/lesson/run.hpp"
#include "common/lesson/selection.hpp"
#include "common/modes/step/stepper.hpp"
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
    group.value("--do", "COMMANDS", "Obey these, apart by ';', and end", commands);
}

void Step::settle(const Lesson& lesson, Options& options) const {
    version_of(lesson, options);
}

int Step::run(const Task& task, Sink& sink) const {
    const auto& version = version_of(task.lesson, task.options);
    auto settings = std::get<sim::Settings>(task.machine);
    settings.search = sim::Settings::Search::one_order;
    settings.limit_s = most_seconds;
    const Machine machine = settings;
    Opened opened({task.lesson, task.options, machine}, sink);
    CountedDispatches counted(dispatch, [&] { opened.simulator->record({.workgroup = workgroup}); });
    SilentSink silent;
    ProgramCache programs;
    auto options = settled(task.lesson, task.options, opened.device);
    if (!options.n) options.n = version.n != 0 ? version.n : task.lesson.n;
    Run run(opened.device, programs, task.lesson, version, options, {.traced = false, .bench = &counted},
            silent);
    const auto& recorded = opened.simulator->recorded();
    try {
        task.lesson.tell(version, run);
    } catch (const Error& problem) {  // a loop that does not end is what somebody wants to look at
        if (!recorded) throw;
        std::cout << printable(problem.what()) << "\n";
    }
    if (!recorded)
        fail(ExitCode::wrong_usage, "--dispatch {}: {} has only {}.", dispatch, version.name,
             run.facts().dispatches);
    const auto& recording = recorded->recording;
    if (workgroup >= recording.workgroups)
        fail(ExitCode::wrong_usage, "--workgroup {}: dispatch {} has only {}, counted from 0.", workgroup,
             dispatch, recording.workgroups);
    std::cout << fmt::format(
        "{} {}, n = {}: workgroup {} of {}, dispatch {} of {}, subgroups of {} lanes; help lists the "
        "commands\n",
        task.lesson.id, version.name, *options.n, workgroup, recording.workgroups, dispatch,
        run.facts().dispatches, recording.subgroup_size);
    Stepper stepper(*recorded, std::cout);
    if (!word.empty()) stepper.go_to_write(word);
    stepper.show();
    const bool alone = commands.empty(), typed = alone && isatty(STDIN_FILENO) != 0;
    std::string lines = commands;
    std::ranges::replace(lines, ';', '\n');
    std::istringstream given(lines);
    converse(stepper, alone ? std::cin : given, !typed, typed);
    return 0;
}

}  // namespace pbp::mode
