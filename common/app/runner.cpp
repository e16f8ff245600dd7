// SPDX-License-Identifier: MIT
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>

#include "common/app/export.hpp"
#include "common/app/failure_strips.hpp"
#include "common/app/lesson.hpp"

namespace pbp {

namespace {

using Status = VersionReport::Status;

bool chosen(const Version& version, const Options& options) {
    return options.only.empty() || std::ranges::any_of(options.only, [&](const std::string& name) {
               return version.name.starts_with(name);
           });
}

std::string in_words(const RunMode& mode) {
    return std::string(mode.reversed ? " (invocations of a workgroup in reversed order"
                                     : " (invocations in natural order") +
           (mode.traced ? ")" : ", not traced)");
}

/// Pass numbers in words; of many only the first and the last few.
std::string listed(const std::vector<std::uint64_t>& passes) {
    if (passes.size() <= 12) return fmt::format("{}", fmt::join(passes, ", "));
    return fmt::format("{}, ... {} ({} of them)", fmt::join(passes.begin(), passes.begin() + 6, ", "),
                       fmt::join(passes.end() - 3, passes.end(), ", "), passes.size());
}

/// The largest n that a version takes on a device.
std::uint64_t largest_n(const Version& version, const Limits& limits) {
    return version.largest_n ? version.largest_n(limits) : limits.buffer_bytes / 4;
}

/// Removes what an earlier run drew of a version, so that all pictures beside each other are of one run.
void remove_pictures(const std::filesystem::path& folder, const std::string& version) {
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
        const auto name = entry.path().filename().string();
        if ((name.starts_with(version + ".") || name.starts_with(version + "_")) && name.ends_with(".png"))
            std::filesystem::remove(entry.path(), ignored);
    }
}

/// Runs a version under one mode; a failed check becomes part of the report, with pictures, and is thrown on.
Run::Facts checked_run(Device& device, ProgramCache& programs, const Lesson& lesson, const Version& version,
                       const Options& options, RunMode mode, Sink& sink, VersionReport& report,
                       Export& exported) {
    Run run(device, programs, lesson, version, options, mode, sink);
    run.recorder().set_circumstances(in_words(mode));
    try {
        lesson.run(run);
    } catch (const CheckFailed&) {
        const auto& checked = run.facts().checked;
        if (run.facts().sampled && mode.check_from == 0) {
            // Between the last right pass and this one lie passes that nobody looked at: look at all of them.
            mode.check_from = checked.size() < 2 ? 1 : checked[checked.size() - 2] + 1;
            mode.check_to = run.facts().passes;
            mode.traced = true;
            checked_run(device, programs, lesson, version, options, mode, sink, report, exported);
        }
        exported.add(version.name, run.strip());
        report.passes = run.facts().passes;
        report.passes_checked = run.recorder().passes_checked();
        report.pictures = save_failure_strips(options.out / lesson.id, version.name, run.recorder());
        throw;
    }
    if (mode.check_from > 0) return run.facts();  // it was right this time: the first failure stands
    if (mode.first()) {
        exported.add(version.name, run.strip());
        report.passes_checked = run.recorder().passes_checked();
        report.passes = run.facts().passes;
        if (report.passes > 0 && report.passes_checked == 0) report.status = Status::shown;
        report.pictures = run.facts().pictures;
        report.notes = run.facts().notes;
        if (run.facts().sampled)
            report.notes.push_back(fmt::format(
                "checked were the end result and, as n is above the work budget, of {} passes only {}",
                report.passes, listed(run.facts().checked)));
    }
    return run.facts();
}

/// The median of a few timed runs behind one that warms up; stops early where a run takes long.
void time_version(Device& device, ProgramCache& programs, const Lesson& lesson, const Version& version,
                  const Options& options, Sink& sink, VersionReport& report) {
    constexpr int most_runs = 7;
    constexpr auto enough = std::chrono::milliseconds(60);
    std::vector<double> elapsed;
    const auto began = std::chrono::steady_clock::now();
    for (int i = 0; i <= most_runs && (i < 2 || std::chrono::steady_clock::now() - began < enough); ++i) {
        Run run(device, programs, lesson, version, options,
                {.traced = false, .reversed = false, .timed = true, .drawn = false}, sink);
        lesson.run(run);
        if (i > 0) elapsed.push_back(run.facts().elapsed_ms);
    }
    std::ranges::nth_element(elapsed, elapsed.begin() + static_cast<std::ptrdiff_t>(elapsed.size() / 2));
    report.elapsed_ms = elapsed[elapsed.size() / 2];
    report.timed_runs = static_cast<int>(elapsed.size());
}

VersionReport run_version(Device& device, const Lesson& lesson, const Version& version,
                          const Options& options, Sink& sink, Export& exported) {
    VersionReport report;
    report.name = version.name;
    report.idea = version.idea;
    const std::uint64_t largest = largest_n(version, device.limits());
    if (*options.n > largest) {
        report.status = options.only.empty() ? Status::skipped : Status::failed;
        report.exit_code = options.only.empty() ? 0 : static_cast<int>(ExitCode::wrong_usage);
        report.message = fmt::format(
            "takes n up to {} here: {}", largest,
            version.largest_because.empty() ? "this driver's largest buffer" : version.largest_because);
        return report;
    }
    ProgramCache programs;
    remove_pictures(options.out / lesson.id, version.name);
    try {
        const auto facts = checked_run(device, programs, lesson, version, options,
                                       {.drawn = options.pictures}, sink, report, exported);
        const bool traced = facts.traced && !facts.sampled;
        for (const bool tracing : {true, false})
            for (const bool reversed : {false, true}) {
                const RunMode mode{.traced = tracing, .reversed = reversed};
                if (tracing && !reversed) continue;           // has been
                if (reversed && !facts.reversible) continue;  // subgroup operations know their own order
                if (!tracing && !traced) continue;            // the traced program was the plain one
                checked_run(device, programs, lesson, version, options, mode, sink, report, exported);
            }
        report.orders = !facts.reversible   ? "natural order"
                        : facts.fixed_order ? "partly both"
                                            : "both orders";
        time_version(device, programs, lesson, version, options, sink, report);
    } catch (const Error& failure) {
        if (failure.code() == ExitCode::worker_died) throw;  // the context is lost: nothing more can run
        report.status = failure.code() == ExitCode::check_failed ? Status::wrong : Status::failed;
        report.exit_code = static_cast<int>(failure.code());
        report.message = failure.what();
        while (report.message.ends_with('\n')) report.message.pop_back();
    }
    return report;
}

RunReport describe(const Device& device, const Lesson& lesson, const Options& options) {
    RunReport report;
    report.lesson = lesson.id;
    report.title = lesson.title;
    report.data =
        options.input.empty()
            ? fmt::format("n = {}, {} {}, seed {}", *options.n, to_string(options.data),
                          to_string(options.type), options.seed)
            : fmt::format("n = {}, {} from {}", *options.n, to_string(options.type), options.input.string());
    if (lesson.types.empty()) report.data = fmt::format("n = {}", *options.n);  // it looks at no data
    report.renderer = device.info().renderer;
    report.context = device.info().context;
    report.software = device.info().software;
    report.subgroups = to_string(device.subgroups());
    return report;
}

}  // namespace

void check_n(const Lesson& lesson, const Options& options, const Limits& limits) {
    std::uint64_t largest = 0;
    for (const auto& version : lesson.versions) largest = std::max(largest, largest_n(version, limits));
    if (options.n && *options.n > largest)
        fail(ExitCode::wrong_usage,
             "--n {} is above this driver's limit: lesson {} takes up to {} {}s here; give a smaller --n.",
             *options.n, lesson.id.substr(0, 2), largest, lesson.element);
}

int run_versions(Device& device, const Lesson& lesson, const Options& asked, Sink& sink) {
    Options options = asked;
    if (!options.input.empty()) {
        const auto count = read_values(options.input, options.type).size();
        if (options.n && *options.n > count)
            fail(ExitCode::wrong_usage,
                 "--n {} is more than the {} values in {}; leave --n out to take them all.", *options.n,
                 count, options.input.string());
        if (!options.n) options.n = static_cast<std::uint32_t>(count);
    }
    const bool own_n = !options.n;
    if (own_n) options.n = lesson.n;
    check_n(lesson, options, device.limits());
    if (options.subgroup) device.use_subgroups(*options.subgroup);

    auto about = describe(device, lesson, options);
    if (own_n && std::ranges::any_of(lesson.versions, [](const Version& version) { return version.n != 0; }))
        about.data = "each version with an n of its own";
    sink.start(about);
    Export exported(options.export_file);
    int exit_code = 0;
    for (const auto& version : lesson.versions) {
        if (!chosen(version, options)) continue;
        if (own_n) options.n = version.n != 0 ? version.n : lesson.n;
        const auto report = run_version(device, lesson, version, options, sink, exported);
        sink.version(report);
        if (exit_code == 0) exit_code = report.exit_code;
    }
    exported.save();
    return exit_code;
}

}  // namespace pbp
