// SPDX-License-Identifier: MIT
#include "common/process/process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "common/base/error.hpp"
#include "common/process/interrupt.hpp"

extern char** environ;

namespace pbp {

namespace {

/// A closed stdin, stdout or stderr leaves its number to the next file that is opened: what one prints would
/// then go to a worker. Fills those places with something that cannot be read or written.
void fill_standard_places() {
    for (const int place : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(place, F_GETFD) < 0)
            (void)::open("/dev/null", place == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/// True where a child has used about the one second of processor time that this process and its children may:
/// at a longer limit a worker gets a signal of its own first. The kernel counts coarsely when it ends one.
bool reached_cpu_limit(const rusage& used) {
    rlimit limit{};
    if (::getrlimit(RLIMIT_CPU, &limit) != 0) return false;
    const auto seconds = static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                         1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
    const auto most = std::min(limit.rlim_cur, limit.rlim_max);
    return most <= 1 && seconds >= 0.5 * static_cast<double>(most);
}

/// The running program; argv[0] where the system does not say.
std::string own_program(const char* fallback) {
    return ::access("/proc/self/exe", X_OK) == 0 ? "/proc/self/exe" : fallback;
}

}  // namespace

void Descriptor::close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
}

ChildProcess::ChildProcess(int argc, const char* const* argv) {
    std::vector<char*> arguments;
    for (int i = 0; i < argc; ++i) arguments.push_back(const_cast<char*>(argv[i]));
    start(own_program(argv[0]), std::move(arguments));
}

ChildProcess::ChildProcess(const std::string& program, const std::vector<std::string>& words) {
    std::vector<char*> arguments{const_cast<char*>(program.c_str())};
    for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    start(program, std::move(arguments));
}

void ChildProcess::start(const std::string& program, std::vector<char*> arguments) {
    fill_standard_places();
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        fail(ExitCode::machine_lacks, "Cannot connect to a worker process ({}){}.", std::strerror(errno),
             errno == EMFILE ? "; raise ulimit -n" : "");
    connection_.take(ends[0]);
    const Descriptor its_end{ends[1]};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    // Where it is at that place already, this keeps it open in the new program.
    posix_spawn_file_actions_adddup2(&actions, its_end.number(), parent_descriptor);

    arguments.push_back(nullptr);
    std::vector<char*> environment;
    for (char** entry = environ; *entry != nullptr; ++entry) environment.push_back(*entry);
    std::string mark = "PBP_WORKER=1";
    environment.push_back(mark.data());
    environment.push_back(nullptr);

    const int problem =
        ::posix_spawn(&pid_, program.c_str(), &actions, nullptr, arguments.data(), environment.data());
    posix_spawn_file_actions_destroy(&actions);
    if (problem != 0) {
        pid_ = -1;
        fail(ExitCode::machine_lacks, "The worker process {} could not be started ({}).", program,
             std::strerror(problem));
    }
}

ChildProcess::~ChildProcess() {
    if (pid_ < 0) return;
    kill();
    wait();
}

void ChildProcess::say(const std::string& line) {
    const std::string words = line + "\n";  // far below what a socket takes at once
    while (::send(connection_.number(), words.data(), words.size(), MSG_NOSIGNAL) < 0 && errno == EINTR) {
    }
}

void ChildProcess::kill() {
    if (pid_ > 0) ::kill(pid_, SIGKILL);
}

std::optional<std::chrono::nanoseconds> ChildProcess::processor_time() const {
#if _POSIX_CPUTIME >= 0
    clockid_t clock{};
    timespec used{};
    if (::clock_getcpuclockid(pid_, &clock) == 0 && ::clock_gettime(clock, &used) == 0)
        return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
#endif
    return std::nullopt;
}

Ended ChildProcess::wait() {
    int status = 0;
    rusage used{};
    pid_t ended = -1;
    while ((ended = ::wait4(pid_, &status, 0, &used)) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    if (ended < 0) return {false, static_cast<int>(ExitCode::worker_died)};  // nobody knows how
    if (WIFSIGNALED(status)) return {true, WTERMSIG(status), reached_cpu_limit(used)};
    return {false, WEXITSTATUS(status)};
}

void settle_signals() {
    ::signal(SIGXFSZ, SIG_IGN);
    ::signal(SIGCHLD, SIG_DFL);
}

int run_program(const std::string& program, const std::vector<std::string>& words) {
    std::vector<char*> arguments{const_cast<char*>(program.c_str())};
    for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    pid_t pid = -1;
    const int problem = ::posix_spawn(&pid, program.c_str(), nullptr, nullptr, arguments.data(), environ);
    if (problem != 0)
        fail(ExitCode::machine_lacks, "{} could not be started ({}).", program, std::strerror(problem));
    int status = 0;
    pid_t ended = -1;
    while ((ended = ::waitpid(pid, &status, 0)) < 0 && errno == EINTR)
        if (interruption() != 0) ::kill(pid, interruption());  // for us alone, unlike Ctrl-C
    if (ended < 0)
        fail(ExitCode::worker_died, "{} could not be waited for ({}).", program, std::strerror(errno));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace pbp
