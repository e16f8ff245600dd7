// SPDX-License-Identifier: MIT
#include "common/app/exercises/judge.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "common/app/files.hpp"
#include "common/app/selection.hpp"
#include "common/glsl/preprocess.hpp"

namespace pbp::exercises {

namespace {

/// Keeps the reports of one case's run; what the device does is told on, since the limits of time depend on
/// it.
struct Kept final : SilentSink {
    explicit Kept(Sink& next) : next(next) {}
    void begin(Activity activity, const std::string& what) override { next.begin(activity, what); }
    void end() override { next.end(); }
    void version(const VersionReport& report) override { reports.push_back(report); }
    Sink& next;
    std::vector<VersionReport> reports;
};

/// Passes on all but the start of a run, and says in its report which case it was.
struct Named final : SilentSink {
    Named(Sink& next, std::string words) : next(next), words(std::move(words)) {}
    void begin(Activity activity, const std::string& what) override { next.begin(activity, what); }
    void end() override { next.end(); }
    void version(const VersionReport& report) override {
        auto named = report;
        named.notes.insert(named.notes.begin(), words);
        next.version(named);
    }
    Sink& next;
    std::string words;
};

/// A judged file may not take its answer from elsewhere.
void check_includes(const Options& options) {
    const auto common = std::filesystem::weakly_canonical(options.shaders / "common");
    const auto files = glsl::preprocess(options.shader, {.common_dir = common, .defines = {}}).files;
    for (std::size_t i = 1; i < files.size(); ++i)
        if (std::filesystem::weakly_canonical(files[i]).parent_path() != common)
            fail(ExitCode::wrong_usage, "{} includes {}; an exercise includes files of shaders/common alone.",
                 options.shader.string(), files[i].string());
}

}  // namespace

int judge(Device& device, const Lesson& lesson, const Options& options, const Card& card, Sink& sink) {
    check_includes(options);
    auto about = describe(device, lesson, options, std::nullopt);
    about.data = fmt::format("exercise: {}; {} judged in the place of {}", card.title, shown(options.shader),
                             card.version);
    sink.start(about);
    std::uint64_t passes = 0;
    for (std::size_t i = 0; i < card.cases.size(); ++i) {
        sink.progress(card.version, static_cast<double>(i) / static_cast<double>(card.cases.size()));
        auto one = case_options(lesson, options, card.cases[i]);
        one.pictures = false;
        Kept kept(sink);
        const int code = run_versions(device, lesson, one, kept);
        const bool gave_up =
            kept.reports.empty() || kept.reports.front().status != VersionReport::Status::right;
        if (code == 0 && !gave_up) {
            passes += kept.reports.front().passes_checked;
            continue;
        }
        const auto words = fmt::format("case {} of {}: {}", i + 1, card.cases.size(), card.cases[i]);
        one.pictures = options.pictures;
        Named named(sink, words);
        const int again = run_versions(device, lesson, one, named);
        return again != 0 ? again : code != 0 ? code : static_cast<int>(ExitCode::check_failed);
    }
    VersionReport right;
    right.name = card.version;
    right.passes = right.passes_checked = passes;
    right.orders = "all cases";
    right.notes.push_back(fmt::format(
        "{} cases right, among them {}", card.cases.size(),
        fmt::join(
            card.cases.begin(),
            card.cases.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(3, card.cases.size())),
            "; ")));
    sink.version(right);
    return static_cast<int>(ExitCode::right);
}

}  // namespace pbp::exercises
