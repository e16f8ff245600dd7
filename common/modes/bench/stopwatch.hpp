// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/device/device.hpp"
#include "common/device/recording.hpp"

namespace pbp::bench {

/// Times an operation: the same buffers again and again (hot), or copies of them in turn that together are
/// larger than a GPU's second-level cache (cold).
class Stopwatch {
  public:
    /// `what` names the operation for messages.
    Stopwatch(Device& device, Recording recording, std::string what);

    /// Microseconds of one of `back_to_back` operations in a row; of a single one if it has to be
    /// restored, which happens outside the clock.
    double hot_us(std::uint64_t back_to_back);
    /// The same over copies.
    double cold_us(std::uint64_t back_to_back);

    /// Keeps a GPU busy with the operation, or its copies, for a third of a second, so that its clock rises
    /// and stays: a GPU that had nothing to do runs at a fraction of its speed. Take times right after it,
    /// and with nothing for the CPU to do between them.
    void warm_up(bool cold);

    /// How many operations in a row a timed run needs to last long enough; 1 if each has to be restored.
    std::uint64_t back_to_back_for(double run_us);

    /// Makes the copies for cold_us(): at least two, and enough to exceed the cache. False where the
    /// device has no room for them.
    bool make_copies();

    Recording& recording() { return recording_; }
    /// The places of a result in the copies.
    std::vector<Handle> in_copies(Handle result) const;

  private:
    double time_us(std::uint64_t operations, const std::function<void()>& lead_in,
                   const std::function<void()>& work);
    Recording& next();

    Device& device_;
    Recording recording_;
    std::string what_;
    std::vector<Recording> copies_;
    std::size_t next_ = 0;
    double once_us_ = 0;  ///< as it was timed last
};

}  // namespace pbp::bench
