// SPDX-License-Identifier: MIT
#include "common/program/run_lesson.hpp"

#include "common/base/files.hpp"
#include "common/device/guarded_backend.hpp"
#include "common/lesson/selection.hpp"
#include "common/modes/bench/bench.hpp"
#include "common/modes/check/check.hpp"
#include "common/modes/check/simulate.hpp"
#include "common/modes/judge/judge.hpp"
#include "common/modes/soak/soak.hpp"
#include "common/modes/tune/tune.hpp"
#include "common/opengl/opengl.hpp"
#include "common/process/guarded.hpp"
#include "common/process/process.hpp"
#include "common/process/worker.hpp"
#include "common/program/parse_options.hpp"
#include "common/program/view/run_page.hpp"
#include "common/program/view/terminal.hpp"
#include "common/program/watch/rerun.hpp"
#include "common/program/watch/watch.hpp"
#include "common/record/export.hpp"
#include "common/sim/run/simulator.hpp"

namespace pbp {

namespace {

/// All that touches a device: in a worker, or in this process for a debugger, where nobody gives orders.
int work(const Lesson& lesson, const Options& options, Sink& sink, Orders* orders) {
    const std::string replaced = options.shader.empty() ? "" : [&] {
        for (const auto& version : lesson.versions)
            if (chosen(version, options)) return lesson.id + "/" + version.name + ".comp";
        return std::string();
    }();
    auto context = options.context;
    context.visible = options.window;
    context.title = fmt::format("Pass by Pass {}: {}", lesson.id.substr(0, 2), lesson.title);
    const ShaderTree shaders{options.shaders, options.shader, replaced};
    if (options.bench) {
        auto recording = std::make_unique<RecordingBackend>(open_gl(context));
        auto& backend = *recording;
        Device device(std::move(recording), shaders, &sink);
        return bench::bench_versions(device, backend, lesson, options, sink);
    }
    if (!options.card.empty()) {
        auto driver = has_open_gl() ? open_gl(context) : std::make_unique<sim::Simulator>(sim::Settings{});
        Device device(std::make_unique<GuardedBackend>(std::move(driver)), shaders, &sink);
        if (options.watch) exercises::judge_again(device, lesson, options, sink, *orders);
        return exercises::judge(device, lesson, options, exercises::read_card(options.card), sink);
    }
    if (options.simulated) return simulate_versions(lesson, options, shaders, sink);
    Device device(open_gl(context), shaders, &sink);
    if (options.watch) watch::rerun(device, lesson, options, sink, *orders);
    if (options.soak > 0) return soak_versions(device, lesson, options, sink);
    if (options.tune) return tune_versions(device, lesson, options, sink);
    if (!options.window) return run_versions(device, lesson, options, sink);
    check_n(lesson, options, device.limits());
    lesson.window(device, options);
    return static_cast<int>(ExitCode::right);
}

int run(int argc, const char* const* argv, const Lesson& lesson) {
    Options options;
    if (const auto ended = parse_options(argc, argv, lesson, options)) return *ended;
    if (is_worker())
        return serve([&](Sink& sink, Orders& orders) { return work(lesson, options, sink, &orders); });

    Terminal terminal(options);
    RunPage page(lesson, options, terminal);
    const auto run = [&] {
        make_room(options.out / lesson.id, "--out");
        page.ensure_writable();
        check_replaceable(options.export_file);
        if (options.watch) return watch::watch(argc, argv, lesson, options, terminal, page);
        if (!options.in_process) return supervise(argc, argv, options.limits, page);
        return attempted(page, [&] { return work(lesson, options, page, nullptr); });
    };
    int exit_code = attempted(terminal, run);
    if (options.watch) return exit_code;
    const int drawn = attempted(terminal, [&] {
        terminal.set_page(page.write());
        return static_cast<int>(ExitCode::right);
    });
    if (exit_code == 0) exit_code = drawn;
    terminal.close(exit_code);
    return exit_code;
}

}  // namespace

int run_lesson(int argc, const char* const* argv, const Lesson& lesson) {
    return guarded(lesson.id, [&] { return run(argc, argv, lesson); });
}

}  // namespace pbp
