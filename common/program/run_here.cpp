// SPDX-License-Identifier: MIT
#include "common/program/run_here.hpp"

#include "common/process/worker.hpp"

namespace pbp {

int run_here(const Lesson& lesson, const CommandLine& line, Sink& sink) {
    const Task task{lesson, line.options, line.machine};
    return attempted(
        sink, [&] { return std::visit([&](const auto& mode) { return mode.run(task, sink); }, line.mode); });
}

}  // namespace pbp
