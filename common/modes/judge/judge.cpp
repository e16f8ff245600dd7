// SPDX-License-Identifier: MIT
#include "common/modes/judge/judge.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "common/base/files.hpp"
#include "common/base/text.hpp"
#include "common/device/guarded_backend.hpp"
#include "common/event/heard.hpp"
#include "common/glsl/preprocess.hpp"
#include "common/lesson/runner.hpp"
#include "common/lesson/selection.hpp"
#include "common/lesson/version_shaders.hpp"
#include "common/modes/judge/simulated.hpp"
#include "common/modes/smallest.hpp"
#include "common/opengl/opengl.hpp"
#include "common/options/lesson_options.hpp"
#include "common/options/machine_options.hpp"
#include "common/options/read_words.hpp"
#include "common/sim/run/simulator.hpp"

namespace pbp::exercises {

namespace {

constexpr const char* no_open_gl = "no OpenGL";  // the context of a simulated machine

/// Another version may serve where this one gave up, and be right: that says nothing about the judged shader.
void refuse_the_work_of_others(VersionReport& report) {
    if (report.exit_code != 0) return;
    if (!report.gave_up && report.status == VersionReport::Status::right) return;
    report.status = VersionReport::Status::failed;
    report.exit_code = static_cast<int>(ExitCode::check_failed);
    report.message = "it gave up, or this driver cannot run it, so its result was not judged.";
}

/// A judged file may not take its answer from elsewhere.
void check_includes(const Options& options) {
    const auto common = std::filesystem::weakly_canonical(options.shaders / "common");
    const auto files = glsl::preprocess(options.shader, {.common_dir = common, .defines = {}}).files;
    for (std::size_t i = 1; i < files.size(); ++i)
        if (std::filesystem::weakly_canonical(files[i]).parent_path() != common)
            fail(ExitCode::wrong_usage,
                 "{} includes {}; an exercise may include only files from shaders/common.",
                 options.shader.string(), files[i].string());
}

void keep_for_a_hint(VersionReport& report) {
    if (std::getenv("PBP_REPAIRS") == nullptr) leave_out_repairs(report);
}

/// True if a case is wrong on a software driver, and right on the simulator, in several orders: then nobody
/// knows that the kernel is wrong, and the report says so.
bool blames_driver(VersionReport& report, const Subject& of, const Device& device, const std::string& words,
                   Sink& sink) {
    const auto& info = device.info();
    if (report.status != VersionReport::Status::wrong || !info.software || info.context == no_open_gl)
        return false;
    if (!right_on_simulator(of, words, sink)) return false;
    const bool names_loop = std::ranges::any_of(
        report.notes, [](const std::string& note) { return note.find("llvmpipe leaves") != note.npos; });
    report.status = VersionReport::Status::failed;
    report.exit_code = static_cast<int>(ExitCode::machine_lacks);
    report.notes.insert(
        report.notes.begin(),
        fmt::format(
            "the simulator runs this case right in three orders and finds nothing wrong, so this is no "
            "verdict on the kernel; {}",
            names_loop ? "what this driver does is said below"
                       : "llvmpipe is known to run a loop wrong whose number of rounds differs from "
                         "invocation to invocation, inside another loop: if there is one, give it a bound "
                         "that is the same for all, and a condition inside; if not, write the line "
                         "in another way, or have it judged on a GPU"));
    report.message = fmt::format("not judged: wrong on this driver, but right on the simulator ({}).",
                                 trimmed(report.message.substr(0, report.message.find('\n'))));
    report.cause = {};
    report.pictures.clear();
    return true;
}

const Version& judged_version(const Lesson& lesson, const Options& options) {
    return *std::ranges::find_if(lesson.versions, [&](const Version& one) { return chosen(one, options); });
}

/// True if a shader whose results are right skips the technique that the card asks for: the report then says
/// so.
bool misses_technique(VersionReport& right, const Subject& of, const Card& card, Sink& sink) {
    Learned learned;
    const auto missed = technique_missed(of, card.technique, learned, sink);
    if (!missed) return false;
    right.status = VersionReport::Status::failed;
    right.exit_code = missed.failed.empty() ? static_cast<int>(ExitCode::check_failed) : missed.exit_code;
    right.message = missed.failed.empty()
                        ? fmt::format("{}{}.", another_way, missed.why)
                        : fmt::format("right in all cases, but the run that counts how it works failed: {}",
                                      missed.failed);
    if (!missed.run.empty()) right.notes.push_back(fmt::format("counted by the simulator: {}", missed.run));
    return true;
}

}  // namespace

Options case_options(const Lesson& lesson, const Options& judging, const std::string& words) {
    try {
        auto asked = judging;
        asked.given.clear();
        asked = with_words(lesson, std::move(asked), words);
        for (const char* flag : {"--only", "--shader", "--shaders"})  // right is what is judged, nothing else
            if (asked.given.contains(flag))
                throw WrongWords(fmt::format("{} changes what is judged; leave it out", flag));
        asked.given.insert(judging.given.begin(), judging.given.end());
        return asked;
    } catch (const WrongWords& problem) {
        fail(ExitCode::wrong_usage, "The exercise's case '{}' does not fit lesson {}: {}.", words, lesson.id,
             problem.what());
    }
}

int judge(Device& device, const Lesson& lesson, const Options& options, const Card& card, Sink& sink) {
    check_includes(options);
    auto about = describe(device, lesson, options, std::nullopt);
    about.data =
        fmt::format("exercise: {}; {} judged instead of {}", card.title, shown(options.shader), card.version);
    sink.start(about);
    const auto& version = judged_version(lesson, options);
    const Subject subject{lesson, version, options};
    SilentSink quiet;  // the device reports to its own observer
    VersionReport right;
    right.name = version.name;
    for (std::size_t i = 0; i < card.cases.size(); ++i) {
        const auto which = fmt::format("case {} of {}: {}", i + 1, card.cases.size(), card.cases[i]);
        sink.progress(version.name, static_cast<double>(i) / static_cast<double>(card.cases.size()), which);
        auto one = case_options(lesson, options, card.cases[i]);
        one.pictures = false;  // of what is right; what is wrong is drawn always
        // The driver compiles each program anew: the first case shows it all of them.
        auto report = Runner(device, lesson, one, quiet,
                             {.timed = {.most = 0}, .names_left_loops = true, .each_order_once = i > 0})
                          .run(version);
        refuse_the_work_of_others(report);
        if (report.status == VersionReport::Status::right) {
            right.passes += report.passes_checked;
            continue;
        }
        const auto words = words_by_flag(card.cases[i]);
        report.notes.insert(
            report.notes.begin(),
            {which, "to repeat it: " + driver_command_of(subject, words) + (has_open_gl() ? "" : " --sim")});
        if (auto found = found_in(subject, card.cases[i], sink); !found.empty()) {
            report.simulation = std::move(found);
            report.cause = {};  // the simulator names the line
        } else if (blames_driver(report, subject, device, card.cases[i], sink)) {
            sink.version(report);
            return report.exit_code;
        }
        sim::Settings machine;
        machine.search = sim::Settings::Search::three_orders;
        machine.most_rounds = 20'000;  // a wait in vain is repeated for each smaller case
        report.smallest = smallest_in_any_order(subject, {words, machine});
        const auto fill = std::to_string(untouched);
        if (report.message.find(fill) != std::string::npos)
            report.notes.push_back(fill + " marks words that nobody has written yet");
        keep_for_a_hint(report);
        sink.version(report);
        return report.exit_code;
    }
    std::string unasked;
    if (auto found = simulate(subject, simulated_cases(card), sink, unasked)) {
        keep_for_a_hint(*found);
        sink.version(*found);
        return found->exit_code;
    }
    if (!unasked.empty())
        right.notes.push_back(unasked);
    else if (misses_technique(right, subject, card, sink)) {
        sink.version(right);
        return right.exit_code;
    }
    right.passes_checked = right.passes;
    right.orders = "all cases";
    right.notes.push_back(fmt::format(
        "{} cases right, including {}", card.cases.size(),
        fmt::join(
            card.cases.begin(),
            card.cases.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(3, card.cases.size())),
            "; ")));
    sink.version(right);
    return static_cast<int>(ExitCode::right);
}

}  // namespace pbp::exercises

namespace pbp::mode {

void Judge::add_options(const VerbOptions& judge) {
    judge.group("Shaders").positional("CARD", "The exercise's card, a .md file",
                                      [this](const auto& file) { card = file; });
    judge.shader().shaders();
    if (is_worker()) judge.watch();  // ./learn next keeps its judge: it waits for the next save
    judge.out().report().context().limits().total_limit().sim().in_process();
}

void Judge::settle(const Lesson&, Options& options) const {
    if (card.empty() || options.shader.empty())
        fail(ExitCode::wrong_usage,
             "judge: name a card and the file to judge, as in judge CARD --shader FILE.");
    options.only = {exercises::read_card(card).version};
}

namespace {

/// On the simulator where that is asked for, or this build has no OpenGL.
Device guarded_device(const Task& task, Sink& sink) {
    const auto* const context = std::get_if<ContextOptions>(&task.machine);
    const bool simulated = context == nullptr || !has_open_gl();
    auto driver = simulated
                      ? std::make_unique<sim::Simulator>(
                            context != nullptr ? sim::Settings{} : std::get<sim::Settings>(task.machine))
                      : open_gl(*context);
    return Device(std::make_unique<GuardedBackend>(std::move(driver), !simulated),
                  shader_tree(task.lesson, task.options), &sink);
}

}  // namespace

int Judge::run(const Task& task, Sink& sink) const {
    auto device = guarded_device(task, sink);
    return exercises::judge(device, task.lesson, task.options, exercises::read_card(card), sink);
}

void Judge::run_again(const Task& task, Sink& sink, Orders& orders) const {
    auto device = guarded_device(task, sink);
    for (;;) {
        orders.next();
        try {
            exercises::judge(device, task.lesson, task.options, exercises::read_card(card), sink);
        } catch (const Error& problem) {
            if (problem.code() == ExitCode::worker_died) throw;  // the context is lost
            sink.error(static_cast<int>(problem.code()), problem.what());
        }
        sink.done();
    }
}

}  // namespace pbp::mode
