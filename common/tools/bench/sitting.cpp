// SPDX-License-Identifier: MIT
#include "common/tools/bench/sitting.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>

#include "common/base/columns.hpp"
#include "common/base/files.hpp"
#include "common/modes/bench/names.hpp"
#include "common/process/worker.hpp"

namespace pbp::bench {

namespace {

namespace fs = std::filesystem;

std::string joined(const auto& words) {
    return fmt::format("{}", fmt::join(words, ","));
}

}  // namespace

Progress::Progress() : watched_(is_terminal(Stream::error)) {}

void Progress::show(const std::string& what, double done) {
    if (!watched_) return;
    const double elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
    if (elapsed_s < 1) return;
    // What is said first is about the start of the programs: it takes a while until the rest can be foreseen.
    const auto left = done > 0.02 ? "about " + left_in_words(elapsed_s * (1 - done) / done) + " left" : "";
    const int width = std::clamp(
        static_cast<int>(columns_of(Stream::error)) - static_cast<int>(what.size() + left.size()) - 14, 0,
        30);
    const int filled = static_cast<int>(done * width);
    fmt::print(stderr, "\r\033[K  {} [{:#<{}}{:.<{}}] {:3.0f}% {}", what, "", filled, "", width - filled,
               done * 100, left);
    std::fflush(stderr);
    shown_ = true;
}

void Progress::clear() {
    if (shown_) fmt::print(stderr, "\r\033[K");
    shown_ = false;
}

std::string left_in_words(double seconds) {
    const auto s = static_cast<long>(std::ceil(seconds));
    if (s < 60) return fmt::format("{} s", s);
    if (s < 3600) return fmt::format("{} min", (s + 30) / 60);
    return fmt::format("{} h {} min", s / 3600, s % 3600 / 60);
}

std::vector<std::string> lessons_in(const fs::path& programs) {
    std::vector<std::string> names;  // but for plain lessons, which have programs of their own
    for (const auto& entry : fs::directory_iterator(programs)) {
        const auto name = entry.path().filename().string();
        if (entry.is_regular_file() && name.size() > 3 && std::isdigit(name[0]) != 0 && name[2] == '_' &&
            entry.path().extension().empty() && !fs::exists(programs / "programs" / name))
            names.push_back(name);
    }
    std::ranges::sort(names);
    return names;
}

Sitting::Sitting(const Wishes& wishes, fs::path file, std::function<bool()> stopped)
    : wishes_(wishes),
      file_(std::move(file)),
      stopped_(std::move(stopped)),
      lessons_(wishes.lessons.empty() ? lessons_in(wishes.programs) : wishes.lessons) {
    report_.date = fmt::format("{:%Y-%m-%d}", fmt::localtime(std::time(nullptr)));
}

int Sitting::run() {
    if (!measure_limits()) return exit_code_;
    for (const auto& lesson : lessons_)
        if (!run_lesson(lesson)) return exit_code_;
    progress_.clear();
    const bool timed =
        std::ranges::any_of(report_.rows, [](const Row& row) { return row.status != Row::Status::left_out; });
    if (!timed && exit_code_ == 0) {
        std::string why = "Nothing was timed; each row says why.";
        if (report_.rows.empty() && !error_.empty())
            why = lessons_.size() == 1 || wishes_.only.empty()
                      ? error_
                      : fmt::format(
                            "--only: none of these lessons has a version {}; ./learn NN --help lists a "
                            "lesson's.",
                            fmt::join(wishes_.only, " or "));
        fmt::print(stderr, "{}\n", why);
        exit_code_ = static_cast<int>(ExitCode::wrong_usage);
    }
    return exit_code_;
}

/// A failure that ends the sitting.
bool Sitting::failed(int code) {
    progress_.clear();
    if (!error_.empty() && code != stopped_code) fmt::print(stderr, "{}\n", error_);
    exit_code_ = code;
    return false;
}

bool Sitting::measure_limits() {
    std::vector<std::string> words{"--measure-limits"};
    if (!wishes_.sizes.empty()) words.insert(words.end(), {"--n", joined(wishes_.sizes)});
    words.insert(words.end(), wishes_.handed_on.begin(), wishes_.handed_on.end());
    progress_.show("this machine's limits", 0);
    const int code = supervise(own_program().string(), words, wishes_.limits, *this, stopped_);
    if (code != 0) return failed(code);
    if (!wishes_.quiet)
        fmt::print("{}{}\n{}", report_.device,
                   report_.software ? " (software renderer: compared with no limit)" : "",
                   report_.software ? "" : limits_line(report_) + "\n");
    std::fflush(stdout);
    of_ = 0;
    for (const auto n : sizes_) of_ += static_cast<double>(lessons_.size()) * weight_of(n);
    return true;
}

/// How long a lesson takes at an n, in the unit of the whole: a process costs as much as a number of
/// elements.
double Sitting::weight_of(std::uint64_t n) const {
    return 1 + static_cast<double>(n) / (report_.software ? 1 << 16 : 1 << 22);
}

bool Sitting::run_lesson(const std::string& lesson) {
    const auto before = report_.rows.size();
    planned_.clear();
    bool goes_on = true;
    for (std::size_t i = 0; i < sizes_.size() && goes_on; ++i) {
        weight_ = weight_of(sizes_[i]);
        goes_on = run_size(lesson, sizes_[i]);
        done_ += weight_;
        if (planned_.empty()) break;  // it has no bench
    }
    progress_.clear();
    if (!wishes_.quiet && report_.rows.size() > before)
        fmt::print("\n{}\n{}", lesson, table(report_, lesson.substr(0, 2)));
    std::fflush(stdout);
    return goes_on;
}

bool Sitting::run_size(const std::string& lesson, std::uint64_t n) {
    const auto number = lesson.substr(0, 2);
    for (const auto& version : waiting(lesson, n))
        if (const auto why = forecast_.too_long(number, version, n); !why.empty())
            add({.lesson = number,
                 .version = version,
                 .n = n,
                 .status = Row::Status::left_out,
                 .message = why});
    for (bool first = true; first || !waiting(lesson, n).empty(); first = false) {
        std::vector<std::string> words{"bench", "--data", "random", "--n", std::to_string(n)};
        words.insert(words.end(), wishes_.handed_on.begin(), wishes_.handed_on.end());
        const auto only = planned_.empty() ? wishes_.only : waiting(lesson, n);
        if (!planned_.empty() && only.empty()) return true;
        if (!only.empty()) words.insert(words.end(), {"--only", joined(only)});
        const auto all = planned_;
        planned_.clear();
        error_.clear();
        now_ = fmt::format("{} n {}", lesson, n);
        const int code =
            supervise((wishes_.programs / lesson).string(), words, wishes_.limits, *this, stopped_);
        if (code == stopped_code) return failed(code);
        if (planned_.empty()) {          // it did not begin
            if (code == 0) return true;  // its versions are wrong on purpose
            const bool others = wishes_.lessons.empty() || (lessons_.size() > 1 && !wishes_.only.empty());
            if (code == static_cast<int>(ExitCode::wrong_usage) && others && !error_.empty()) return true;
            return failed(code);
        }
        if (!all.empty()) planned_ = all;
        if (exit_code_ == 0) exit_code_ = code;
        if (const auto rest = waiting(lesson, n); !rest.empty())  // the worker ended in the midst of one
            add({.lesson = number,
                 .version = rest.front(),
                 .n = n,
                 .status = Row::Status::left_out,
                 .message = error_.empty() ? "the worker ended early" : error_});
    }
    return true;
}

std::vector<std::string> Sitting::waiting(const std::string& lesson, std::uint64_t n) const {
    std::vector<std::string> versions;
    for (const auto& version : planned_)
        if (std::ranges::none_of(report_.rows, [&](const Row& row) {
                return row.lesson == lesson.substr(0, 2) && row.n == n && row.version == version;
            }))
            versions.push_back(version);
    return versions;
}

void Sitting::on_event(const Event& event) {
    using namespace event;  // whose Progress is another than that of a bench
    std::visit(overloaded{[&](const Result& result) { keep_limits(result.json); },
                          [&](const event::Progress& progress) { show(progress); },
                          [&](const Planned& planned) { planned_ = planned.versions; },
                          [&](const Benched& benched) { add(benched.row); },
                          [&](const Failed& failed) { error_ = failed.sentence; },
                          [](const AnyOf<Begin, End, Note, Started, VersionDone, Recorded, SoFar, Tuned,
                                         OrderDone, Finished> auto&) {}},
               event);
}

void Sitting::show(const event::Progress& progress) {
    const auto& [version, fraction, doing] = progress;
    const double share = planned_.empty() ? 0 : 1.0 / static_cast<double>(planned_.size());
    const auto at = std::ranges::find(planned_, version) - planned_.begin();
    progress_.show(now_ + " " + version,
                   std::min(1.0, (done_ + weight_ * share * (static_cast<double>(at) + fraction)) / of_));
}

void Sitting::add(const Row& row) {
    report_.rows.push_back(row);
    for (const auto& peer : row.peers)
        if (peer.name.starts_with("cub::")) report_.cub_version = peer.version;
    forecast_.add(row);
    unwritten_.attempt([&] { write_output(file_, to_json(report_)); });
}

}  // namespace pbp::bench
