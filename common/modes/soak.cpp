// SPDX-License-Identifier: MIT
#include "common/modes/soak.hpp"

#include <algorithm>
#include <bit>
#include <chrono>

#include "common/lesson/selection.hpp"
#include "common/options/words.hpp"

namespace pbp {

namespace {

/// What came out of a version's runs so far.
struct Tally {
    std::uint64_t of = 0, runs = 0, wrong = 0, gave_up = 0, passes = 0, dispatches = 0;
    std::uint32_t least_n = ~0u, most_n = 0;
    std::string first_wrong = {}, first_given_up = {};  ///< in words
};

std::string as_options(const Lesson& lesson, const Options& options) {
    std::string words =
        fmt::format("--n {} --seed {} --data {}", *options.n, options.seed, to_string(options.data));
    for (const auto& option : lesson.options)
        if (const auto& value = options.extra.at(option.flag); value != option.preset)
            words += fmt::format(" {} {}", option.flag, value);
    return words;
}

void run_once(Device& device, ProgramCache& programs, const Lesson& lesson, const Version& version,
              const Options& options, Tally& tally) {
    SilentSink silent;  // the device tells its watcher
    Run run(device, programs, lesson, version, options, {.traced = false, .repeated = true}, silent);
    const auto how = as_options(lesson, options);
    run.recorder().set_circumstances(fmt::format(" (run {} of {}: {})", ++tally.runs, tally.of, how));
    tally.least_n = std::min(tally.least_n, *options.n);
    tally.most_n = std::max(tally.most_n, *options.n);
    try {
        lesson.tell(version, run);
    } catch (const Error& failure) {
        if (failure.code() != ExitCode::check_failed) throw;
        if (tally.wrong++ == 0)
            tally.first_wrong = fmt::format("{}\nto draw it, run the same without soak, with --only {} {}",
                                            failure.what(), version.name, how);
    }
    if (run.facts().gave_up && tally.gave_up++ == 0)
        tally.first_given_up = fmt::format("first with {}: {}", how, run.facts().notes.front());
    tally.passes += run.recorder().passes_checked();
    tally.dispatches += run.facts().dispatches;
}

VersionReport report_of(const Version& version, const Tally& tally, double elapsed_s) {
    VersionReport report;
    report.name = version.name;
    report.idea = version.idea;
    report.orders = "natural order";
    report.passes = report.passes_checked = tally.passes;
    report.notes.push_back(fmt::format(
        "{} runs in {:.1f} s, {} dispatches, n from {} to {}: {} wrong, {} gave up, none hung", tally.runs,
        elapsed_s, tally.dispatches, tally.least_n, tally.most_n, tally.wrong, tally.gave_up));
    if (tally.gave_up > 0) report.notes.push_back(tally.first_given_up);
    if (tally.passes == 0)
        report.status = VersionReport::Status::shown;  // wrong on purpose: nothing is checked
    if (tally.wrong == 0 && tally.gave_up == 0) return report;
    report.status = tally.wrong > 0 ? VersionReport::Status::wrong : VersionReport::Status::failed;
    report.exit_code = static_cast<int>(ExitCode::check_failed);
    report.message = tally.wrong > 0 ? fmt::format("{} of {} runs were wrong; the first: {}", tally.wrong,
                                                   tally.runs, tally.first_wrong)
                                     : fmt::format("{} of {} runs gave up", tally.gave_up, tally.runs);
    return report;
}

VersionReport soak(Device& device, const Lesson& lesson, const Version& version, const Options& asked,
                   std::uint64_t runs, Sink& sink) {
    if (const auto why = refusal(lesson.knobs_of(version), asked.choice); !why.empty()) {
        VersionReport report;
        report.name = version.name;
        report.idea = version.idea;
        report.status = VersionReport::Status::skipped;
        report.message = why;
        return report;
    }
    const auto began = std::chrono::steady_clock::now();
    const auto most = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(*asked.n, largest_n(lesson, version, device.limits())));
    Random random(asked.seed);
    ProgramCache programs;
    Tally tally{.of = runs};
    try {
        while (tally.runs < runs) {
            sink.progress(version.name, static_cast<double>(tally.runs) / static_cast<double>(runs));
            Options options = asked;
            options.n = soak_n(random, most);
            options.seed = random.next();
            if (lesson.complete != nullptr) lesson.complete(options, device.limits());
            run_once(device, programs, lesson, version, options, tally);
        }
    } catch (const Error& failure) {
        if (failure.code() == ExitCode::worker_died) throw;  // the context is lost: nothing more can run
        VersionReport report;
        report.name = version.name;
        report.idea = version.idea;
        report.status = VersionReport::Status::failed;
        report.message = failure.what();
        report.exit_code = static_cast<int>(failure.code());
        return report;
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - began;
    return report_of(version, tally, elapsed.count());
}

}  // namespace

std::uint32_t soak_n(Random& random, std::uint32_t most) {
    const auto octave = random.below(static_cast<std::uint32_t>(std::bit_width(most)));
    const std::uint32_t power = 1u << octave;
    if (random.below(4) == 0) return std::clamp(power - 1 + random.below(3), 1u, most);
    return power + random.below(std::min(power, most - power + 1));
}

int soak_versions(Device& device, const Lesson& lesson, const Options& asked, std::uint64_t runs,
                  Sink& sink) {
    Options options = asked;
    if (!options.n) options.n = device.info().software ? 1u << 14 : 1u << 20;
    if (options.given.insert("--data").second) options.data = InputKind::random;
    const auto most = *options.n;
    options = settled(lesson, options, device);
    auto about = describe(device, lesson, options, most);
    about.data = fmt::format("a soak of {} runs per version at n up to {}, {} data, seed {}", runs, most,
                             to_string(options.data), options.seed);
    sink.start(about);
    int exit_code = 0;
    for (const auto& version : lesson.versions) {
        if (!chosen(version, options)) continue;
        const auto report = soak(device, lesson, version, options, runs, sink);
        sink.version(report);
        if (exit_code == 0) exit_code = report.exit_code;
    }
    return exit_code;
}

void mode::Soak::add_options(const VerbOptions& soak) {
    constexpr std::uint64_t most_runs = 1'000'000'000;
    soak.data().own().versions().sizes();
    soak.group("Sizes").word("--runs", "COUNT", fmt::format("Runs of each version [{}]", runs),
                             [this](const auto& word) { runs = whole_from("--runs", word, 1, most_runs); });
    soak.report().context().limits().debug().in_process();
}

int mode::Soak::run(const Task& task, Sink& sink) const {
    Opened opened(task, sink);
    return soak_versions(opened.device, task.lesson, task.options, runs, sink);
}

}  // namespace pbp
