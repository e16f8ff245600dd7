// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <list>
#include <string>
#include <vector>

#include "common/modes/bench/timed_operation.hpp"
#include "common/process/conversation.hpp"

namespace pbp::bench {

/// A program that does a primitive with another library, and is asked for its time line by line:
/// tests/peers/protocol.hpp describes what is said. Ended by scope.
class PeerProcess {
  public:
    /// Starts a peer on the `n` little-endian words of a file, and waits until it is ready. `primitive` as
    /// the protocol has it, e.g. "reduce", "select_if=127". No answer may take longer than `limit_s`.
    ///
    /// This and all questions throw Error in the peer's own sentence and with its exit code where it gives
    /// up; Error(worker_died) where it dies or answers nonsense; Error(time_limit) where it does not answer,
    /// and end it; and this throws Error(machine_lacks) for a program that cannot be started.
    PeerProcess(const std::filesystem::path& program, const std::string& primitive,
                const std::filesystem::path& data_file, std::uint64_t n, double limit_s = 300);

    const std::string& name() const { return name_; }        ///< e.g. "cub::DeviceReduce::Sum"
    const std::string& version() const { return version_; }  ///< e.g. "3.0.1"
    const std::string& device() const { return device_; }    ///< e.g. "NVIDIA H200"

    /// Microseconds of one of `back_to_back` operations, at least 1; cold: over buffers in turn
    /// that no cache holds.
    double run_us(std::uint64_t back_to_back, bool cold) { return runs_us(1, back_to_back, cold)[0]; }
    /// The same for `runs` runs without a pause between them, each of `back_to_back` operations.
    std::vector<double> runs_us(std::size_t runs, std::uint64_t back_to_back, bool cold);
    /// pbp::fnv1a of the last operation's output; where it keeps only some, of these and of their count.
    std::uint64_t checksum();

  private:
    std::string ask(const std::string& question);
    std::string answer_to(const std::string& question);
    [[noreturn]] void gave_up(const std::string& question, const std::string& said);
    [[noreturn]] void nonsense(const std::string& question, const std::string& said);

    std::filesystem::path program_;
    double limit_s_;
    Conversation peer_;
    std::string name_, version_, device_;
};

/// The other libraries that do a lesson's work on the same data: CUB on a GPU, by ordinary calls and as one
/// CUDA graph; one core of the C++ standard library where a CPU plays the GPU or there is no CUB. Their
/// programs live as long as this does.
class Peers {
  public:
    /// Starts what is built in `programs` and knows one of the primitives; `words` are the data. One that
    /// cannot start is left out, and said in notes().
    Peers(const std::filesystem::path& programs, bool software, const std::vector<std::string>& primitives,
          const std::vector<std::uint32_t>& words);

    std::vector<Contender> contenders();
    const std::vector<std::string>& notes() const { return notes_; }

  private:
    struct Running {
        Running(const std::filesystem::path& program, const std::string& form, std::string of,
                const std::filesystem::path& data, std::uint64_t n)
            : primitive(std::move(of)), process(program, form + primitive, data, n) {}
        std::string primitive;
        PeerProcess process;
    };

    const std::vector<std::uint32_t>& words_;
    bool one_at_a_time_ = false;  ///< on a CPU there is no dispatch that several operations would hide
    std::list<Running> running_;
    std::vector<std::string> notes_;
};

}  // namespace pbp::bench
