// SPDX-License-Identifier: MIT
#include "common/program/run_lesson.hpp"

#include "common/base/files.hpp"
#include "common/process/guarded.hpp"
#include "common/process/worker.hpp"
#include "common/program/rerun.hpp"
#include "common/program/run_here.hpp"
#include "common/program/watch.hpp"
#include "common/record/export.hpp"
#include "common/terminal/run_page.hpp"
#include "common/terminal/terminal.hpp"

namespace pbp {

namespace {

/// All that touches a device, in a worker.
int work(const Lesson& lesson, const CommandLine& line, Sink& sink, Orders& orders) {
    if (line.watch) watch::rerun({lesson, line.options, line.machine}, line.mode, sink, orders);
    return run_here(lesson, line, sink);
}

int run(int argc, const char* const* argv, const Lesson& lesson) {
    CommandLine line;
    if (const auto ended = parse_command_line(argc, argv, lesson, line)) return *ended;
    if (is_worker()) {
        line.options.limit_s = line.limits.dispatch_s;
        if (auto* const settings = std::get_if<sim::Settings>(&line.machine))
            settings->limit_s = line.limits.dispatch_s;
        return serve([&](Sink& sink, Orders& orders) { return work(lesson, line, sink, orders); });
    }

    const auto presentation = line.presentation();
    Terminal terminal(presentation);
    RunPage page(lesson, presentation, terminal);
    const auto run = [&] {
        if (line.watch || std::visit([](const auto& mode) { return mode.writes; }, line.mode))
            make_room(line.options.out / lesson.id, "--out");
        page.ensure_writable();
        check_replaceable(line.options.export_file);
        if (line.watch) return watch::watch(argc, argv, lesson, line, terminal, page);
        const bool checks = std::holds_alternative<mode::Check>(line.mode);
        const bool judges = std::holds_alternative<mode::Judge>(line.mode);
        if (!line.in_process)
            return supervise(argc, argv,
                             checks   ? line.limits.with_an_end()
                             : judges ? line.limits.with_a_verdict()
                                      : line.limits,
                             page);
        return run_here(lesson, line, page);
    };
    int exit_code = attempted(terminal, run);
    if (line.watch) return exit_code;
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
