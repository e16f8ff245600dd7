// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "common/sim/run/machine.hpp"

namespace pbp::sim {

/// A run of the same dispatch on memory of its own.
struct Again {
    explicit Again(const Dispatch& original)
        : dispatch{original.code, original.settings, original.groups, original.local} {}
    Again(const Again&) = delete;
    Again& operator=(const Again&) = delete;

    Dispatch dispatch;
    Crowds crowds;
    std::vector<std::unique_ptr<Memory>> memories;
    std::vector<std::unique_ptr<ImageMemory>> pictures;
};

/// What the buffers and images of a dispatch hold before it, so that it can run again from there.
class Snapshot {
  public:
    /// Empty if that is more than `most_words`.
    Snapshot(const Dispatch& dispatch, std::size_t most_words);
    bool empty() const { return !kept_; }
    const std::vector<std::uint32_t>& buffer(std::size_t b) const { return buffers_[b]; }
    /// The dispatch, ready to run() once more. A buffer bound twice is bound twice there, too.
    std::unique_ptr<Again> again(const Dispatch& dispatch) const;

  private:
    bool kept_ = false;
    std::vector<std::vector<std::uint32_t>> buffers_, images_;  ///< by the code's buffers and images
};

/// The memories that the shader may change, and so those whose reads can race.
std::vector<const Memory*> changed_by(const Dispatch& dispatch);

}  // namespace pbp::sim
