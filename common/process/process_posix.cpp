// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "common/base/error.hpp"
#include "common/process/interrupt.hpp"
#include "common/process/process.hpp"

extern char** environ;

namespace pbp {

/// A file descriptor, closed by scope.
class Descriptor {
  public:
    Descriptor() = default;
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number() const { return number_; }
    void close() {
        if (number_ >= 0) ::close(number_);
        number_ = -1;
    }
    void take(int number) {
        close();
        number_ = number;
    }

  private:
    int number_ = -1;
};

namespace {

/// The descriptor at which a worker finds the connection to its parent.
constexpr int parent_descriptor = 3;

std::error_code reason_of(int error) {
    return {error, std::generic_category()};
}

/// The next file that is opened takes the lowest free descriptor, and all that is printed would end up in it,
/// or what one prints in a worker. What cannot be written to makes each print to stdout fail.
void hold_standard_descriptors(int of_stdin, int of_stderr) {
    for (int number = 0; number <= 2; ++number)
        if (::fcntl(number, F_GETFD) < 0)
            (void)::open("/dev/null", number == STDIN_FILENO    ? of_stdin
                                      : number == STDERR_FILENO ? of_stderr
                                                                : O_RDONLY);
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

/// Pointers to words, as exec takes them.
std::vector<char*> pointers(const std::vector<std::string>& words) {
    std::vector<char*> all;
    for (const auto& word : words) all.push_back(const_cast<char*>(word.c_str()));
    all.push_back(nullptr);
    return all;
}

std::vector<std::string> environment(const std::vector<std::string>& settings) {
    std::vector<std::string> all;
    const auto name_of = [](const std::string& entry) { return entry.substr(0, entry.find('=')); };
    for (char** entry = environ; *entry != nullptr; ++entry)
        if (std::ranges::find(settings, name_of(*entry), name_of) == settings.end()) all.emplace_back(*entry);
    for (const auto& setting : settings)
        if (setting.find('=') != setting.npos) all.push_back(setting);
    return all;
}

/// What a child of Connection::output becomes after the fork.
[[noreturn]] void become(const std::vector<char*>& arguments, const std::vector<char*>& entries, int output) {
    ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
    ::dup2(output, STDOUT_FILENO);
    ::dup2(output, STDERR_FILENO);
    ::execvpe(arguments.front(), arguments.data(), entries.data());
    const char* why = std::strerror(errno);
    (void)!::write(STDERR_FILENO, why, std::strlen(why));
    ::_exit(127);
}

}  // namespace

struct ChildProcess::System {
    Descriptor connection;
    Connection kind = Connection::worker;
    pid_t pid = -1;

    /// A pair of sockets instead of two pipes: a write to a program that is gone is an error, not a signal.
    void connect(Descriptor& its_end) {
        int ends[2];
        const bool one_way = kind == Connection::output;
        if ((one_way ? ::pipe2(ends, O_CLOEXEC)
                     : ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) != 0)
            throw NotStarted{reason_of(errno), false};
        connection.take(ends[0]);
        its_end.take(ends[1]);
        if (one_way) ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    }

    void spawn(const std::string& program, const std::vector<char*>& arguments,
               const std::vector<char*>& entries, int its_end) {
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        // Where it is at that place already, this keeps it open in the new program.
        if (kind == Connection::worker)
            posix_spawn_file_actions_adddup2(&actions, its_end, parent_descriptor);
        if (kind == Connection::streams)
            for (const int place : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
                posix_spawn_file_actions_adddup2(&actions, its_end, place);
        const int problem =
            ::posix_spawn(&pid, program.c_str(), &actions, nullptr, arguments.data(), entries.data());
        posix_spawn_file_actions_destroy(&actions);
        if (problem == 0) return;
        pid = -1;
        throw NotStarted{reason_of(problem)};
    }

    /// Starts a process group, which is ended as a whole.
    void fork_group(const std::vector<char*>& arguments, const std::vector<char*>& entries, int its_end) {
        const pid_t parent = ::getpid();
        pid = ::fork();
        if (pid < 0) throw NotStarted{reason_of(errno)};
        ::setpgid(pid, pid);  // in both processes: whichever comes first
        if (pid > 0) return;
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() == parent) become(arguments, entries, its_end);
        ::_exit(127);
    }
};

std::string ChildProcess::itself(const char* otherwise) {
    return ::access("/proc/self/exe", X_OK) == 0 ? "/proc/self/exe" : otherwise;
}

void ChildProcess::start(const std::string& program, const std::vector<std::string>& words,
                         Connection connection, const std::vector<std::string>& settings) {
    system_.reset(new System{});
    system_->kind = connection;
    Descriptor its_end;
    if (connection == Connection::worker) hold_standard_descriptors(O_WRONLY, O_RDONLY);
    if (connection != Connection::terminal) system_->connect(its_end);
    auto variables = environment(settings);
    if (connection == Connection::worker) variables.emplace_back("PBP_WORKER=1");
    const auto arguments = pointers(words), entries = pointers(variables);
    if (connection == Connection::output)
        system_->fork_group(arguments, entries, its_end.number());
    else
        system_->spawn(program, arguments, entries, its_end.number());
}

ChildProcess::~ChildProcess() {
    if (system_ == nullptr || system_->pid < 0) return;
    kill();
    wait();
}

ChildProcess::Heard ChildProcess::hear(std::string& bytes, std::chrono::milliseconds limit) {
    pollfd ready{system_->connection.number(), POLLIN, 0};
    const int waited = ::poll(&ready, 1, static_cast<int>(limit.count()));
    if (waited < 0 && errno == EINTR) return Heard::interruption;
    if (waited == 0) return Heard::nothing;
    std::array<char, 1 << 16> chunk;
    const auto count = ::read(system_->connection.number(), chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR) return Heard::interruption;
    if (count < 0 && errno == EAGAIN) return Heard::nothing;
    if (count <= 0) return Heard::end;
    bytes.append(chunk.data(), static_cast<std::size_t>(count));
    return Heard::bytes;
}

void ChildProcess::say(const std::string& line) {
    const std::string words = line + "\n";  // far below what a socket takes at once
    while (::send(system_->connection.number(), words.data(), words.size(), MSG_NOSIGNAL) < 0 &&
           errno == EINTR) {
    }
}

bool ChildProcess::is_gone() const {
    pollfd end{system_->connection.number(), 0, 0};
    return ::poll(&end, 1, 0) > 0;
}

bool ChildProcess::is_over() const {
    siginfo_t found{};
    return ::waitid(P_PID, static_cast<id_t>(system_->pid), &found, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           found.si_pid == system_->pid;
}

void ChildProcess::kill() {
    if (system_->pid > 0) ::kill(system_->kind == Connection::output ? -system_->pid : system_->pid, SIGKILL);
}

std::optional<std::chrono::nanoseconds> ChildProcess::processor_time() const {
#if _POSIX_CPUTIME >= 0
    clockid_t clock{};
    timespec used{};
    if (::clock_getcpuclockid(system_->pid, &clock) == 0 && ::clock_gettime(clock, &used) == 0)
        return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
#endif
    return std::nullopt;
}

std::optional<Ended> ChildProcess::wait() {
    int status = 0;
    rusage used{};
    pid_t ended = -1;
    while ((ended = ::wait4(system_->pid, &status, 0, &used)) < 0 && errno == EINTR)
        if (system_->kind == Connection::terminal && interruption() != 0)
            ::kill(system_->pid, interruption());  // for us alone, unlike Ctrl-C
    system_->pid = -1;
    if (ended < 0) return std::nullopt;
    if (WIFSIGNALED(status)) return Ended{true, WTERMSIG(status), reached_cpu_limit(used)};
    return Ended{false, WEXITSTATUS(status)};
}

EndedBy ended_by(const Ended& ended) {
    switch (ended.code) {
        case SIGBUS:
            return EndedBy::lost_file;
        case SIGXCPU:
            return EndedBy::cpu_limit;
        case SIGKILL:
            return ended.reached_cpu_limit ? EndedBy::cpu_limit : EndedBy::kill;
        case SIGTERM:
        case SIGINT:
        case SIGHUP:
            return EndedBy::request;
        default:
            return EndedBy::crash;
    }
}

std::string in_words(const Ended& ended) {
    return fmt::format("signal {}, {}", ended.code, ::strsignal(ended.code));
}

void settle_process() {
    hold_standard_descriptors(O_RDONLY, O_WRONLY);
    ::signal(SIGXFSZ, SIG_IGN);
    ::signal(SIGCHLD, SIG_DFL);
}

void leave_at_once(int code) {
    ::_exit(code);
}

void OwnParent::meet() {
    ::unsetenv("PBP_WORKER");
    ::fcntl(parent_descriptor, F_SETFD, FD_CLOEXEC);
    // Where both limits of processor time are the same, the kernel kills without saying why.
    rlimit limit{};
    if (::getrlimit(RLIMIT_CPU, &limit) != 0 || limit.rlim_max == RLIM_INFINITY || limit.rlim_max < 2) return;
    limit.rlim_cur = std::min(limit.rlim_cur, limit.rlim_max - 1);  // SIGXCPU comes first
    ::setrlimit(RLIMIT_CPU, &limit);
}

std::size_t OwnParent::hear(char* into, std::size_t size) {
    const auto count = ::read(parent_descriptor, into, size);
    return count > 0 ? static_cast<std::size_t>(count) : 0;
}

bool OwnParent::say(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto count = ::write(parent_descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

}  // namespace pbp
