// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace pbp {

/// A file descriptor, closed by scope.
class Descriptor {
  public:
    explicit Descriptor(int number = -1) : number_(number) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number() const { return number_; }
    void close();
    void take(int number) {
        close();
        number_ = number;
    }

  private:
    int number_;
};

/// What a child process ended with.
struct Ended {
    bool by_signal = false;
    int code = 0;                    ///< exit code, or the signal's number
    bool reached_cpu_limit = false;  ///< as far as `ulimit -t` of this process tells
};

/// Why a driver's process ends by SIGBUS, and what to do.
inline constexpr const char* lost_file =
    "a file that it keeps in memory lost its place, as the driver's shader cache does on a full disk; free "
    "some space, or set MESA_SHADER_CACHE_DIR to a folder elsewhere.";

/// Called first in each program: a file that grows beyond `ulimit -f` is an error of the write, not a signal
/// that ends the process, and children can be waited for whatever the shell has set.
void settle_signals();

/// A worker: this program started again, or another. It speaks with this process over one connection, which
/// it finds at descriptor 3, and which closes when this process ends, however it ends. Killed by scope.
class ChildProcess {
  public:
    static constexpr int parent_descriptor = 3;

    /// Throws Error(machine_lacks) where no process can be started.
    ChildProcess(int argc, const char* const* argv);
    /// `words` are its arguments, without its name.
    ChildProcess(const std::string& program, const std::vector<std::string>& words);
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    int events() const { return connection_.number(); }
    /// Hands it a line: Orders, on its side. To a worker that is gone the line is lost.
    void say(const std::string& line);
    void kill();
    Ended wait();
    /// What its threads have used so far; none where the system does not tell.
    std::optional<std::chrono::nanoseconds> processor_time() const;

  private:
    void start(const std::string& program, std::vector<char*> arguments);

    Descriptor connection_;
    pid_t pid_ = -1;
};

/// Runs another program with this one's terminal, waits for it, and gives its exit code, or 128 and the
/// number of the signal that ended it. A signal of catch_signals() is passed on to it. Throws
/// Error(machine_lacks) where it cannot be started, and Error(worker_died) where nobody can tell how it
/// ended.
int run_program(const std::string& program, const std::vector<std::string>& words);

}  // namespace pbp
