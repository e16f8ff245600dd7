// SPDX-License-Identifier: MIT
#include "common/program/rerun.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "common/base/files.hpp"
#include "common/base/written.hpp"
#include "common/glsl/included.hpp"
#include "common/lesson/version_shaders.hpp"
#include "common/process/committed.hpp"
#include "common/program/watch/difference_picture.hpp"

namespace pbp::watch {

namespace fs = std::filesystem;

namespace {

// Somebody who edits wants the answer first: a few timed runs are enough to show any large difference.
constexpr TimedRuns few_timed_runs{5, std::chrono::milliseconds(15)};
// Whole passes are compared with the last round's; beyond this only as much of them as pictures show.
constexpr std::uint32_t compared_elements = 1u << 16;

/// Runs draw into the hidden folder, so that half a run leaves no picture beside those of the last right one.
Options drawing_into(const fs::path& folder, Options options) {
    options.out = folder;
    return options;
}

}  // namespace

fs::path hidden_folder(const Lesson& lesson, const Options& options) {
    return options.out / lesson.id / ".watch";
}

Rerunner::Rerunner(Device& device, const Lesson& lesson, const Options& options, Sink& sink,
                   sim::Simulator* simulator)
    : lesson_(lesson),
      options_(options),
      folder_(options.out / lesson.id),
      hidden_(hidden_folder(lesson, options)),
      software_(device.info().software),
      pictures_(options.pictures),
      runner_(device, lesson, drawing_into(hidden_, options), sink,
              {.keep = [this](const Version&, const Recorder& recorder) { now_ = Passes::of(recorder); },
               .timed = few_timed_runs,
               .simulator = simulator,
               .originals = committed_texts,
               .paged = true,
               .tells_so_far = true,
               .names_left_loops = true,
               .explains = true,
               .whole_up_to = compared_elements}) {}

VersionReport Rerunner::run(const Version& version) {
    std::error_code problem;
    fs::create_directories(hidden_ / folder_.filename(), problem);  // where it fails, so do the pictures
    now_ = {};
    drawn_.clear();
    code_ = code_of(version);
    auto report = runner_.run(version);
    auto& unwritten = runner_.unwritten();
    unwritten.attempt([&] {
        if (!now_.passes.empty()) compare(report);
    });
    publish(report);
    if (unwritten.first()) report.notes.push_back(unwritten.first()->what());
    unwritten = {};
    return report;
}

std::uint64_t Rerunner::code_of(const Version& version) const {
    std::vector<fs::path> files;
    for (const auto& shader : shaders_of(lesson_, version, options_))
        std::ranges::copy(glsl::files_of(shader, options_.shaders / "common"), std::back_inserter(files));
    return watch::code_of(files);
}

void Rerunner::compare(VersionReport& report) {
    const auto kept = hidden_ / (report.name + ".passes");
    const auto before = Passes::load(kept);
    now_.timing = {report.elapsed_ms, report.spread_ms, report.timed_runs};
    now_.code = code_;
    if (before) {
        const auto found = differences(*before, now_);
        report.notes.push_back(in_words(found, *before, now_));
        const auto name = report.name + ".changed.png";
        if (const auto file = hidden_ / folder_.filename() / name;
            pictures_ && save_differences(file, report.name, found, *before, now_)) {
            drawn_ = file;
            report.notes.push_back("drawn: " + shown(folder_ / name));
        }
        // The same code takes the same time: what the clock says then is about the machine.
        if (const auto words = compared(before->timing, now_.timing, software_);
            !words.empty() && now_.code != before->code)
            report.notes.push_back(words);
        if (now_.timing.runs == 0) now_.timing = before->timing;
    }
    now_.save(kept);
}

std::string Rerunner::put_in_place(const fs::path& picture) const {
    const auto place = folder_ / picture.filename();
    auto problem = written::claim(place);
    if (!problem) fs::rename(picture, place, problem);
    if (problem)
        throw NotWritten(exit_code_of(problem),
                         fmt::format("{} cannot be written ({}); {}, and save again.", place.string(),
                                     problem.message(), remedy_for(problem, "make room for it")));
    return place.string();
}

void Rerunner::publish(VersionReport& report) {
    if (report.exit_code == 0) remove_pictures(folder_, report.name);
    std::vector<std::string> placed;
    for (const auto& picture : report.pictures)
        runner_.unwritten().attempt([&] { placed.push_back(put_in_place(picture)); });
    report.pictures = placed;
    if (!drawn_.empty()) runner_.unwritten().attempt([&] { put_in_place(drawn_); });
}

namespace {

/// The names of the versions in an order.
std::vector<std::string> next_order(Orders& orders) {
    std::vector<std::string> names;
    std::istringstream order(orders.next());
    for (std::string name; std::getline(order, name, ',');) names.push_back(name);
    return names;
}

[[noreturn]] void run_again(Rerunner& rerunner, const Lesson& lesson, Sink& sink, Orders& orders) {
    for (;;) {
        for (const auto& name : next_order(orders)) {
            const auto version = std::ranges::find(lesson.versions, name, &Version::name);
            if (version != lesson.versions.end()) sink.version(rerunner.run(*version));
        }
        sink.done();
    }
}

[[noreturn]] void run_again(const mode::Check&, const Task& task, Sink& sink, Orders& orders) {
    Opened opened(task, sink);
    Rerunner rerunner(opened.device, task.lesson, task.options, sink, opened.simulator);
    run_again(rerunner, task.lesson, sink, orders);
}

[[noreturn]] void run_again(const mode::Judge& judge, const Task& task, Sink& sink, Orders& orders) {
    judge.run_again(task, sink, orders);
}

/// Any other mode: the whole of it, for the versions in the order.
template <typename M>
[[noreturn]] void run_again(const M& mode, const Task& task, Sink& sink, Orders& orders) {
    for (;;) {
        Options options = task.options;
        options.only = next_order(orders);
        mode.run({task.lesson, options, task.machine}, sink);
        sink.done();
    }
}

}  // namespace

void rerun(const Task& task, const Mode& mode, Sink& sink, Orders& orders) {
    std::visit([&](const auto& one) { run_again(one, task, sink, orders); }, mode);
    std::abort();  // none of them returns
}

}  // namespace pbp::watch
