// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <list>
#include <string>
#include <vector>

#include "common/modes/bench/peer_process.hpp"
#include "common/modes/bench/timed_operation.hpp"

namespace pbp::bench {

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
