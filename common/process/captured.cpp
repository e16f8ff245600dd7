// SPDX-License-Identifier: MIT
#include "common/process/captured.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "common/base/error.hpp"
#include "common/process/guarded.hpp"
#include "common/process/interrupt.hpp"

namespace pbp {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

Captured captured(ChildProcess& group, const CaptureLimits& limits) {
    using Heard = ChildProcess::Heard;
    const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                             std::chrono::duration<double>(limits.seconds));
    Captured result;
    for (bool open = true; !result.too_much && !result.out_of_time;) {
        if (interruption() != 0) throw Interrupted();
        const bool over = group.is_over();  // asked before reading: by then it has written its last word
        if (over) group.kill();             // even where a child of its own holds the pipe
        const auto patience = over ? 100ms : 0ms;
        for (auto heard = Heard::bytes;
             open && heard == Heard::bytes && result.output.size() <= limits.bytes;) {
            heard = group.hear(result.output, patience);
            open = heard != Heard::end;
        }
        result.too_much = result.output.size() > limits.bytes;
        if (over) break;
        result.out_of_time = Clock::now() > deadline;
        if (open)
            open = group.hear(result.output, 20ms) != Heard::end;
        else
            std::this_thread::sleep_for(2ms);
    }
    result.output.resize(std::min(result.output.size(), limits.bytes));
    group.kill();
    result.ended = group.wait().value_or(Ended{});
    return result;
}

}  // namespace

Captured captured(const std::vector<std::string>& words, const std::vector<std::string>& settings,
                  const CaptureLimits& limits) {
    try {
        ChildProcess group(words, Connection::output, settings);
        return captured(group, limits);
    } catch (const NotStarted& problem) {
        fail(ExitCode::machine_lacks, "{} cannot be started ({}){}.", words.front(), problem.reason.message(),
             problem.advice());
    }
}

}  // namespace pbp
