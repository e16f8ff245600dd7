// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <string>
#include <vector>

#include "common/device/device.hpp"
#include "common/device/recording_backend.hpp"

namespace pbp::bench {

/// Times kernels of shaders/bench/ on a device of which `backend` is the own one.
class Measurement {
  public:
    /// Over up to `most` words.
    Measurement(Device& device, RecordingBackend& backend, std::uint64_t most);

    /// The shortest median time of "copy" or "read" over n words, in microseconds.
    double best_us(const std::string& shader, std::uint64_t n);
    /// Of a dispatch that does nothing, in a long row of them.
    double empty_us();
    /// The median time of what `work` dispatches, in a row of them; `what` names it in messages.
    double median_us(const std::string& what, const std::function<void()>& work, int runs, bool warm_up);
    bool copied() { return device_.read(to_) == values_; }

  private:
    struct Kernel {
        std::string shader;
        std::uint32_t local_size;
        Program program;
    };

    /// As many workgroups as there are parts of four vectors per invocation, or so few that each takes
    /// several parts in turn.
    std::vector<std::uint32_t> group_counts(std::uint32_t vectors, std::uint32_t local_size) const;

    Device& device_;
    RecordingBackend& backend_;
    bool software_;
    std::vector<std::uint32_t> values_;
    Buffer<std::uint32_t> from_, to_;
    std::list<Kernel> kernels_;
};

/// Of n words, each of which moves that many bytes, in GB/s.
double rate(double bytes_a_word, std::uint64_t n, double us);

}  // namespace pbp::bench
