// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

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
    int code = 0;  ///< exit code, or the signal's number
};

/// A worker: this program started again, or another. It finds its end of the events pipe at descriptor 3, and
/// at 4 a pipe that closes when the parent ends, however it ends. Killed by scope.
class ChildProcess {
  public:
    static constexpr int events_descriptor = 3;
    static constexpr int lifeline_descriptor = 4;

    /// Throws Error(machine_lacks) where no process can be started.
    ChildProcess(int argc, const char* const* argv);
    /// `words` are its arguments, without its name.
    ChildProcess(const std::string& program, const std::vector<std::string>& words);
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    int events() const { return events_.number(); }
    /// Hands it a line over the lifeline: Orders, on its side. To a worker that is gone the line is lost; the
    /// caller ignores SIGPIPE.
    void say(const std::string& line);
    void kill();
    Ended wait();

  private:
    void start(const std::string& program, std::vector<char*> arguments);

    Descriptor events_, lifeline_;
    pid_t pid_ = -1;
};

/// Runs another program with this one's terminal, waits for it, and gives its exit code, or 128 and the
/// number of the signal that ended it. Throws Error(machine_lacks) where it cannot be started.
int run_program(const std::string& program, const std::vector<std::string>& words);

}  // namespace pbp
