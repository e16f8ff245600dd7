// SPDX-License-Identifier: MIT
#include "common/process/conversation.hpp"

#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

#include "common/base/error.hpp"

extern char** environ;

namespace pbp {

namespace {
using Clock = std::chrono::steady_clock;
}

Conversation::Conversation(std::vector<std::string> words) {
    // A pair of sockets instead of two pipes: a write to a program that is gone is an error, not a signal.
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        fail(ExitCode::machine_lacks, "Cannot connect to {} ({}){}.", words.front(), std::strerror(errno),
             errno == EMFILE ? "; raise ulimit -n" : "");
    socket_.take(ends[0]);
    const Descriptor its_end{ends[1]};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (const int place : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        posix_spawn_file_actions_adddup2(&actions, its_end.number(), place);
    std::vector<char*> arguments;
    for (auto& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const int problem = ::posix_spawn(&pid_, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (problem == 0) return;
    pid_ = -1;
    fail(ExitCode::machine_lacks, "The program {} could not be started ({}); build it first.", words.front(),
         std::strerror(problem));
}

void Conversation::say(const std::string& line) {
    const auto bytes = line + "\n";
    (void)::send(socket_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
}

std::optional<std::pair<Conversation::Heard, std::string>> Conversation::hear(double limit_s) {
    const auto deadline =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limit_s));
    char chunk[4096];
    for (;;) {
        if (const auto line_end = pending_.find('\n'); line_end != pending_.npos) {
            auto line = pending_.substr(0, line_end);
            pending_.erase(0, line_end + 1);
            return std::pair(Heard::line, std::move(line));
        }
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        pollfd ready{socket_.number(), POLLIN, 0};
        // In pieces: a worker that waits must not look like one that hangs, to its own parent.
        const int waited = ::poll(&ready, 1, static_cast<int>(std::clamp<std::int64_t>(left, 0, 1000)));
        if (waited == 0 && left <= 1000) return std::nullopt;
        if (waited == 0) continue;
        const auto count = waited < 0 ? waited : ::recv(socket_.number(), chunk, sizeof chunk, 0);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return std::pair(Heard::end, std::exchange(pending_, {}));
        pending_.append(chunk, static_cast<std::size_t>(count));
    }
}

std::optional<Ended> Conversation::part() {
    constexpr int looks = 200;
    for (int i = 0; i < looks && !over(); ++i) {
        int status = 0;
        if (::waitpid(pid_, &status, WNOHANG) == pid_) {
            pid_ = -1;
            return WIFSIGNALED(status) ? Ended{true, WTERMSIG(status)} : Ended{false, WEXITSTATUS(status)};
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    end();
    return std::nullopt;
}

void Conversation::end() {
    if (over()) return;
    ::kill(pid_, SIGKILL);
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
}

}  // namespace pbp
