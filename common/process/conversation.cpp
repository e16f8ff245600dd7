// SPDX-License-Identifier: MIT
#include "common/process/conversation.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "common/base/error.hpp"

namespace pbp {

namespace {
using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;
}  // namespace

Conversation::Conversation(const std::vector<std::string>& words) {
    try {
        process_.emplace(words, Connection::streams);
    } catch (const NotStarted& problem) {
        if (!problem.connected)
            fail(ExitCode::machine_lacks, "Cannot connect to {} ({}){}.", words.front(),
                 problem.reason.message(), problem.advice());
        fail(ExitCode::machine_lacks, "The program {} could not be started ({}); build it first.",
             words.front(), problem.reason.message());
    }
}

void Conversation::say(const std::string& line) {
    process_->say(line);
}

std::optional<std::pair<Conversation::Heard, std::string>> Conversation::hear(double limit_s) {
    const auto deadline =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limit_s));
    for (;;) {
        if (const auto line_end = pending_.find('\n'); line_end != pending_.npos) {
            auto line = pending_.substr(0, line_end);
            pending_.erase(0, line_end + 1);
            return std::pair(Heard::line, std::move(line));
        }
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
        // In pieces: a worker that waits must not look like one that hangs, to its own parent.
        const auto heard = process_->hear(pending_, std::clamp(left, 0ms, 1000ms));
        if (heard == ChildProcess::Heard::nothing && left <= 1000ms) return std::nullopt;
        if (heard == ChildProcess::Heard::end) return std::pair(Heard::end, std::exchange(pending_, {}));
    }
}

std::optional<Ended> Conversation::part() {
    constexpr int looks = 200;
    for (int i = 0; i < looks && !over(); ++i) {
        if (process_->is_over()) {
            const auto ended = process_->wait();
            process_.reset();
            return ended;
        }
        std::this_thread::sleep_for(10ms);
    }
    end();
    return std::nullopt;
}

void Conversation::end() {
    process_.reset();
}

}  // namespace pbp
