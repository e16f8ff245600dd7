// SPDX-License-Identifier: MIT
#include "common/process/captured.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include "common/base/error.hpp"
#include "common/process/guarded.hpp"
#include "common/process/interrupt.hpp"

extern char** environ;

namespace pbp {

namespace {

using Clock = std::chrono::steady_clock;

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

/// A process group with a program in it: ended by scope, as a whole.
class Group {
  public:
    Group(const std::vector<std::string>& words, const std::vector<std::string>& settings, int output) {
        const auto variables = environment(settings);
        const auto arguments = pointers(words), entries = pointers(variables);
        const pid_t parent = ::getpid();
        pid_ = ::fork();
        if (pid_ < 0)
            fail(ExitCode::machine_lacks, "{} cannot be started ({}).", words.front(), std::strerror(errno));
        ::setpgid(pid_, pid_);  // in both processes: whichever comes first
        if (pid_ > 0) return;
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() == parent) become(arguments, entries, output);
        ::_exit(127);
    }
    ~Group() {
        if (pid_ > 0) end();
    }
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;

    /// True once the program has ended. It is not waited for: until end(), nobody else gets its number.
    bool is_over() const {
        siginfo_t found{};
        return ::waitid(P_PID, static_cast<id_t>(pid_), &found, WEXITED | WNOHANG | WNOWAIT) == 0 &&
               found.si_pid == pid_;
    }
    /// Ends what is left of the group.
    Ended end() {
        ::kill(-pid_, SIGKILL);
        int status = 0;
        while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
        }
        pid_ = -1;
        return WIFSIGNALED(status) ? Ended{true, WTERMSIG(status)} : Ended{false, WEXITSTATUS(status)};
    }

  private:
    [[noreturn]] static void become(const std::vector<char*>& arguments, const std::vector<char*>& entries,
                                    int output) {
        ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
        ::dup2(output, STDOUT_FILENO);
        ::dup2(output, STDERR_FILENO);
        ::execvpe(arguments.front(), arguments.data(), entries.data());
        const char* why = std::strerror(errno);
        (void)!::write(STDERR_FILENO, why, std::strlen(why));
        ::_exit(127);
    }
    pid_t pid_ = -1;
};

/// Appends what can be read now. False once there is nothing more to come.
bool read_into(std::string& output, int descriptor, std::size_t limit) {
    std::array<char, 1 << 16> chunk;
    while (output.size() <= limit) {
        const auto count = ::read(descriptor, chunk.data(), chunk.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno == EAGAIN;
        if (count == 0) return false;
        output.append(chunk.data(), static_cast<std::size_t>(count));
    }
    return true;
}

}  // namespace

Captured captured(const std::vector<std::string>& words, const std::vector<std::string>& settings,
                  const CaptureLimits& limits) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        fail(ExitCode::machine_lacks, "{} cannot be started ({}){}.", words.front(), std::strerror(errno),
             errno == EMFILE ? "; raise ulimit -n" : "");
    const Descriptor ours{ends[0]};
    Descriptor its{ends[1]};
    ::fcntl(ours.number(), F_SETFL, O_NONBLOCK);
    const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                             std::chrono::duration<double>(limits.seconds));
    Group group(words, settings, its.number());
    its.close();
    Captured result;
    for (bool open = true; !result.too_much && !result.out_of_time;) {
        if (interruption() != 0) throw Interrupted();
        const bool over = group.is_over();  // asked before reading: by then it has written its last word
        if (open) open = read_into(result.output, ours.number(), limits.bytes);
        result.too_much = result.output.size() > limits.bytes;
        if (over) break;  // even where a child of its own holds the pipe
        result.out_of_time = Clock::now() > deadline;
        pollfd ready{ours.number(), POLLIN, 0};
        ::poll(&ready, open ? 1 : 0, open ? 20 : 2);
    }
    result.output.resize(std::min(result.output.size(), limits.bytes));
    result.ended = group.end();
    return result;
}

}  // namespace pbp
