// SPDX-License-Identifier: MIT
#include "common/engine/run.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <set>
#include <sstream>

#include "common/base/files.hpp"
#include "common/base/heading.hpp"
#include "common/base/readable.hpp"
#include "common/card/card.hpp"
#include "common/engine/files.hpp"
#include "common/options/machine_options.hpp"
#include "common/process/guarded.hpp"
#include "common/process/worker.hpp"
#include "common/program/all_lessons.hpp"
#include "common/program/run_here.hpp"
#include "common/terminal/run_page.hpp"
#include "common/tools/run_passes/story.hpp"
#include "common/tools/run_shader/story.hpp"

namespace pbp::engine {

namespace {

using Words = std::vector<std::string>;

/// What is printed within its scope by way of std::cout and std::cerr.
class Printed {
  public:
    Printed() : out_(std::cout.rdbuf(text_.rdbuf())), err_(std::cerr.rdbuf(text_.rdbuf())) {}
    ~Printed() {
        std::cout.rdbuf(out_);
        std::cerr.rdbuf(err_);
    }
    Printed(const Printed&) = delete;
    Printed& operator=(const Printed&) = delete;
    std::string text() const { return text_.str(); }

  private:
    std::ostringstream text_;
    std::streambuf *out_, *err_;
};

/// The words as a program takes them, after its name.
class Arguments {
  public:
    Arguments(const std::string& program, const Words& words) : words_{program} {
        words_.insert(words_.end(), words.begin(), words.end());
        for (const auto& word : words_) pointers_.push_back(word.c_str());
    }
    int count() const { return static_cast<int>(pointers_.size()); }
    const char* const* pointers() const { return pointers_.data(); }

  private:
    Words words_;
    std::vector<const char*> pointers_;
};

/// Keeps what a run reports, for its document.
struct Listener final : Sink {
    void on_event(const Event& event) override { heard.hear(event); }
    Heard heard;
};

/// Passes everything on but repairs.
class WithoutRepairs final : public Sink {
  public:
    explicit WithoutRepairs(Sink& next) : next_(next) {}
    void on_event(const Event& event) override {
        const auto* const done = std::get_if<event::VersionDone>(&event);
        if (done == nullptr) return next_.on_event(event);
        auto report = done->report;
        leave_out_repairs(report);
        next_.version(std::move(report));
    }

  private:
    Sink& next_;
};

void refuse_what_needs_a_machine(const std::set<std::string>& given) {
    for (const char* flag : {"--watch", "--out", "--export", "--dump-passes", "--context", "--gpu"})
        if (given.contains(flag))
            fail(ExitCode::wrong_usage, "{} needs a machine of your own: leave it out, or use ./learn.",
                 flag);
}

void run_story(const Lesson& lesson, const Words& words, const Request& request, Response& response) {
    const Arguments arguments(lesson.id, words);
    CommandLine line;
    if (const auto ended = parse_command_line(arguments.count(), arguments.pointers(), lesson, line)) {
        response.exit_code = *ended;
        return;
    }
    refuse_what_needs_a_machine(line.options.given);
    if (std::holds_alternative<mode::Check>(line.mode) && !line.simulated())
        line.machine = simulator_in(line.simulator);  // a judge asks it by itself
    line.options.pictures = false;
    line.options.page_alone = request.page;
    line.options.out.clear();  // not even failures are drawn
    if (auto* const machine = std::get_if<sim::Settings>(&line.machine))
        machine->limit_s = line.options.limit_s = line.limits.dispatch_s;
    Listener listener;
    const auto presentation = line.presentation();
    RunPage page(lesson, presentation, listener);
    WithoutRepairs without(page);
    auto& heard = listener.heard;
    response.exit_code = heard.exit_code =
        run_here(lesson, line, request.repairs ? static_cast<Sink&>(page) : without);
    response.report = presentation.document(heard);
    if (request.page)
        if (auto run = page.run(); !run.empty()) response.page = std::move(run);
}

Lesson shader_in(const Words& words) {
    const auto unnamed = run_shader::lesson_of({});
    const Arguments arguments(unnamed.id, words);
    return run_shader::lesson_of(file_in(arguments.count(), arguments.pointers(), unnamed));
}

const Lesson& lesson_of(const std::string& word) {
    const auto means = [&](const Lesson* one) {
        const auto number = number_of(one->id);
        return word == number || "0" + word == number || word == one->id;
    };
    const auto& all = all_lessons();
    if (const auto found = std::ranges::find_if(all, means); found != all.end()) return **found;
    fail(ExitCode::wrong_usage,
         "'{}' is neither a lesson that runs on the simulator (01 to {}), nor run, nor judge.",
         in_message(word), number_of(all.back()->id));
}

void judge(const Words& words, const Request& request, Response& response) {
    if (words.size() < 2)
        fail(ExitCode::wrong_usage, "judge takes an exercise and a file, as in judge 05.1 mine.comp.");
    const auto all = exercises::all(project_root() / "shaders");
    const auto& exercise = exercises::find(all, words[0]);
    Words typed{"judge", exercise.card.string(), "--shader", words[1]};
    typed.insert(typed.end(), words.begin() + 2, words.end());
    run_story(lesson_of(exercise.lesson), typed, request, response);
}

void dispatch(const Request& request, Response& response) {
    const auto& first = request.words.front();
    const Words others(request.words.begin() + 1, request.words.end());
    if (first == "judge") return judge(others, request, response);
    if (first != "run") return run_story(lesson_of(first), others, request, response);
    const auto description = run_passes::description_in(others);
    const auto lesson = description.empty() ? shader_in(others) : run_passes::lesson_of(description);
    run_story(lesson, others, request, response);
}

}  // namespace

Response respond(const Request& request) {
    const auto began = std::chrono::steady_clock::now();
    Response response;
    const Printed printed;
    std::filesystem::current_path(project_root());
    ::setenv("PBP_REPAIRS", "1", 1);  // WithoutRepairs leaves them out
    ::setenv("PBP_SHRINK_MS", std::to_string(request.shrink_ms).c_str(), 1);
    try {
        const Overlay overlay(request.files);
        dispatch(request, response);
        response.output = printed.text();
    } catch (const std::exception&) {
        const auto failure = failure_in_hand();
        response = {.exit_code = static_cast<int>(failure.code), .output = printed.text() + failure.why};
    }
    response.milliseconds =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
    return response;
}

}  // namespace pbp::engine
