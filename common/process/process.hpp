// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

/// Other processes: process_posix.cpp and process_windows.cpp start them, hear them and end them.
namespace pbp {

/// What a child process ended with.
struct Ended {
    bool by_signal = false;          ///< or, on Windows, by an exception
    int code = 0;                    ///< exit code, or the signal's number
    bool reached_cpu_limit = false;  ///< as far as `ulimit -t` of this process tells
};

/// What such a signal says.
enum class EndedBy : std::uint8_t { crash, kill, request, cpu_limit, lost_file };
EndedBy ended_by(const Ended& ended);

/// The signal in words: "signal 11, Segmentation fault".
std::string in_words(const Ended& ended);

/// Why a driver's process ends by SIGBUS, and what to do.
inline constexpr const char* lost_file =
    "a file that it keeps in memory lost its place, as the driver's shader cache does on a full disk; free "
    "some space, or set MESA_SHADER_CACHE_DIR to a folder elsewhere.";

/// Called first in each program. A standard stream that was closed gets something that can be neither read
/// nor written, since the next file that is opened would take its place; a file that grows beyond `ulimit -f`
/// is an error of the write, not a signal that ends the process; children can be waited for whatever the
/// shell has set; and text is UTF-8, with lines that end alike everywhere.
void settle_process();

/// Ends this process without any of its destructors: a driver may hang in one.
[[noreturn]] void leave_at_once(int code);

/// How a child is connected to this process, beside its environment and its folder.
enum class Connection : std::uint8_t {
    terminal,  ///< it has the standard streams of this process
    worker,    ///< the same, and it speaks with this process over OwnParent
    streams,   ///< its standard streams are what say() and hear() are about
    output     ///< the same, without input; what it starts itself ends with it
};

/// Why a child could not be started.
struct NotStarted {
    std::error_code reason;
    bool connected = true;       ///< false: it was this process that lacked something
    std::string advice() const;  ///< "; raise ulimit -n", or nothing
};

/// A child process: ended by scope, and when this process ends, however that ends (but for
/// Connection::streams and terminal on POSIX, which find their streams closed).
class ChildProcess {
  public:
    /// A worker: this program started again. Throws Error(machine_lacks) where no process can be started.
    ChildProcess(int argc, const char* const* argv);
    /// A worker: another program. `words` are its arguments, without its name.
    ChildProcess(const std::string& program, const std::vector<std::string>& words);
    /// Any other. words[0] is the program, looked for in PATH for Connection::output. `settings` change its
    /// environment: NAME=VALUE sets, NAME alone unsets. Throws NotStarted.
    ChildProcess(const std::vector<std::string>& words, Connection connection,
                 const std::vector<std::string>& settings = {});
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// What came when somebody listened: bytes, appended; nothing within the limit; the end of all that it
    /// says; or a signal of catch_signals() to this process.
    enum class Heard : std::uint8_t { bytes, nothing, end, interruption };
    Heard hear(std::string& bytes, std::chrono::milliseconds limit);
    /// Hands it a line: Orders, on a worker's side. To a process that is gone the line is lost.
    void say(const std::string& line);
    /// True where it will say nothing more.
    bool is_gone() const;

    /// True once it has ended. Until wait(), nobody else gets its number.
    bool is_over() const;
    void kill();
    /// None where nobody can tell how it ended. Connection::terminal: a signal of catch_signals() to this
    /// process alone is passed on to it.
    std::optional<Ended> wait();
    /// What its threads have used so far; none where the system does not tell.
    std::optional<std::chrono::nanoseconds> processor_time() const;

  private:
    /// The program that runs, as something to start; `otherwise` where the system does not say.
    static std::string itself(const char* otherwise);
    // `words` begin with the program's name here.
    void start_worker(const std::string& program, const std::vector<std::string>& words);
    struct System;
    void start(const std::string& program, const std::vector<std::string>& words, Connection connection,
               const std::vector<std::string>& settings);

    std::shared_ptr<System> system_;  ///< shared with nobody: its type is known to the system's file alone
};

/// The worker's side of Connection::worker.
class OwnParent {
  public:
    /// Called once. From now on this process counts its processor time so that its parent learns why it ends,
    /// and no child of its own keeps the connection open.
    static void meet();
    /// Up to `size` bytes, and how many; 0: the parent is gone.
    static std::size_t hear(char* into, std::size_t size);
    /// False where the parent is gone.
    static bool say(std::string_view bytes);
};

/// Runs another program with this one's terminal, waits for it, and gives its exit code, or 128 and the
/// number of the signal that ended it. A signal of catch_signals() is passed on to it. Throws
/// Error(machine_lacks) where it cannot be started, and Error(worker_died) where nobody can tell how it
/// ended.
int run_program(const std::string& program, const std::vector<std::string>& words);

}  // namespace pbp
