// SPDX-License-Identifier: MIT
#include "common/app/process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "common/error.hpp"

extern char** environ;

namespace pbp {

namespace {

void make_pipe(Descriptor& reading, Descriptor& writing) {
    int ends[2];
    if (::pipe(ends) != 0)
        fail(ExitCode::machine_lacks, "No pipe to a worker process could be made ({}).",
             std::strerror(errno));
    reading.take(ends[0]);
    writing.take(ends[1]);
    for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
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
    Descriptor events_in, lifeline_in;
    make_pipe(events_, events_in);
    make_pipe(lifeline_in, lifeline_);
    // dup2 could land on a descriptor that the other one still needs: move both above the places they are
    // meant for.
    const Descriptor events_high{::fcntl(events_in.number(), F_DUPFD_CLOEXEC, 10)};
    const Descriptor lifeline_high{::fcntl(lifeline_in.number(), F_DUPFD_CLOEXEC, 10)};

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, events_high.number(), events_descriptor);
    posix_spawn_file_actions_adddup2(&actions, lifeline_high.number(), lifeline_descriptor);

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
    const std::string words = line + "\n";  // far below what a pipe takes at once
    while (::write(lifeline_.number(), words.data(), words.size()) < 0 && errno == EINTR) {
    }
}

void ChildProcess::kill() {
    if (pid_ > 0) ::kill(pid_, SIGKILL);
}

Ended ChildProcess::wait() {
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    if (WIFSIGNALED(status)) return {true, WTERMSIG(status)};
    return {false, WIFEXITED(status) ? WEXITSTATUS(status) : 1};
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
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace pbp
