// SPDX-License-Identifier: MIT
#include "tests/mutants/pool.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <vector>

#include "common/base/error.hpp"
#include "common/process/guarded.hpp"
#include "common/process/interrupt.hpp"

namespace pbp::mutants {

namespace {

struct Child {
    pid_t process = -1;
    int pipe = -1;
    std::size_t job = 0;
    std::string words;
};

[[noreturn]] void be_child(int pipe, unsigned seconds, const std::function<std::string()>& work) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    restart_clock(seconds);
#ifndef __SANITIZE_ADDRESS__  // its shadow memory takes terabytes of address space
    const rlimit memory{rlim_t{4} << 30, rlim_t{4} << 30};
    ::setrlimit(RLIMIT_AS, &memory);
#endif
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    int code = 0;
    std::string words;
    try {
        words = work();
    } catch (const std::exception& problem) {
        words = problem.what();
        code = 1;
    }
    for (std::size_t at = 0; at < words.size();) {
        const auto written = ::write(pipe, words.data() + at, words.size() - at);
        if (written <= 0) ::_exit(1);
        at += static_cast<std::size_t>(written);
    }
    ::_exit(code);  // nothing of the parent's is flushed or destroyed twice
}

/// The running children; ended with the scope.
struct Children : std::vector<Child> {
    using std::vector<Child>::vector;
    Children(const Children&) = delete;
    Children& operator=(const Children&) = delete;
    ~Children() {
        for (const auto& child : *this) {
            if (child.process <= 0) continue;
            ::kill(child.process, SIGKILL);
            ::waitpid(child.process, nullptr, 0);
            ::close(child.pipe);
        }
    }
};

[[noreturn]] void refuse(const char* what) {
    const int reason = errno;
    fail(ExitCode::machine_lacks, "Cannot create a {} for a mutant ({}); {}.", what, std::strerror(reason),
         reason == EMFILE ? "raise ulimit -n, or give fewer --jobs" : "close other programs and try again");
}

Ending ending_of(Child& child, unsigned seconds) {
    int status = 0;
    pid_t ended = -1;
    while ((ended = ::waitpid(child.process, &status, 0)) < 0 && errno == EINTR) {
    }
    ::close(child.pipe);
    if (ended < 0) return {false, fmt::format("nobody knows how it ended ({})", std::strerror(errno))};
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {true, std::move(child.words)};
    if (!WIFSIGNALED(status)) return {false, child.words.empty() ? "it ended early" : child.words};
    const int signal = WTERMSIG(status);
    if (signal == SIGPROF || signal == SIGALRM)
        return {false, fmt::format("it ran longer than {} s", seconds)};
    return {false, fmt::format("it crashed with signal {}", signal)};
}

}  // namespace

void restart_clock(unsigned seconds) {
    // This ends both a loop and a wait; other programs may use most of the processor meanwhile.
    const itimerval busy{{0, 0}, {static_cast<time_t>(seconds), 0}};
    ::setitimer(ITIMER_PROF, &busy, nullptr);
    ::alarm(10 * seconds);
}

void run_jobs(std::size_t jobs, std::size_t slots, unsigned seconds,
              const std::function<void(std::size_t, std::size_t)>& prepare,
              const std::function<std::string(std::size_t, std::size_t)>& work,
              const std::function<void(std::size_t, std::size_t, const Ending&)>& done) {
    Children children(slots);
    std::size_t next = 0, running = 0;
    while (next < jobs || running > 0) {
        if (interruption() != 0) throw Interrupted();
        for (std::size_t slot = 0; slot < slots && next < jobs; ++slot) {
            auto& child = children[slot];
            if (child.process != -1) continue;
            prepare(next, slot);
            int ends[2];
            std::fflush(nullptr);
            if (::pipe(ends) != 0) refuse("pipe");
            child = {::fork(), ends[0], next, {}};
            if (child.process < 0) refuse("process");
            if (child.process == 0) {
                ::close(ends[0]);
                be_child(ends[1], seconds, [&] { return work(next, slot); });
            }
            ::close(ends[1]);
            ++next;
            ++running;
        }
        std::vector<pollfd> waits;
        for (const auto& child : children)
            waits.push_back({child.process == -1 ? -1 : child.pipe, POLLIN, 0});
        if (::poll(waits.data(), waits.size(), -1) < 0) {
            if (errno != EINTR) refuse("wait");
            continue;
        }
        for (std::size_t slot = 0; slot < slots; ++slot) {
            if (waits[slot].revents == 0) continue;
            auto& child = children[slot];
            char some[4096];
            if (const auto count = ::read(child.pipe, some, sizeof some); count > 0) {
                child.words.append(some, static_cast<std::size_t>(count));
                continue;
            }
            const auto ending = ending_of(child, seconds);
            child.process = -1;
            --running;
            done(child.job, slot, ending);
        }
    }
}

}  // namespace pbp::mutants
