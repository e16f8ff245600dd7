// SPDX-License-Identifier: MIT
#include "common/program/run_lesson.hpp"

#include "common/base/files.hpp"
#include "common/process/guarded.hpp"
#include "common/process/worker.hpp"
#include "common/program/rerun.hpp"
#include "common/program/run_page.hpp"
#include "common/program/terminal.hpp"
#include "common/program/watch.hpp"
#include "common/record/export.hpp"

namespace pbp {

namespace {

/// All that touches a device: in a worker, or in this process for a debugger, where nobody gives orders.
int work(const Lesson& lesson, const CommandLine& line, Sink& sink, Orders* orders) {
    const Task task{lesson, line.options, line.machine};
    if (line.watch) watch::rerun(task, line.mode, sink, *orders);
    return std::visit([&](const auto& mode) { return mode.run(task, sink); }, line.mode);
}

int run(int argc, const char* const* argv, const Lesson& lesson) {
    CommandLine line;
    if (const auto ended = parse_command_line(argc, argv, lesson, line)) return *ended;
    if (is_worker()) {
        if (auto* const settings = std::get_if<sim::Settings>(&line.machine))
            settings->limit_s = line.limits.dispatch_s;
        return serve([&](Sink& sink, Orders& orders) { return work(lesson, line, sink, &orders); });
    }

    Terminal terminal(line);
    RunPage page(lesson, line, terminal);
    const auto run = [&] {
        make_room(line.options.out / lesson.id, "--out");
        page.ensure_writable();
        check_replaceable(line.options.export_file);
        if (line.watch) return watch::watch(argc, argv, lesson, line, terminal, page);
        if (!line.in_process) return supervise(argc, argv, line.limits, page);
        return attempted(page, [&] { return work(lesson, line, page, nullptr); });
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
