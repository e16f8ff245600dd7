// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "common/sim/report/names.hpp"

namespace pbp {

/// What has a name in memory, a word, an array or a structure, as a list of its scalars: a part of it is
/// found without a walk through all.
class MemoryList {
  public:
    /// `bytes` has the memory that it is in.
    MemoryList(const sim::Code& code, const sim::Named& named, std::uint64_t bytes);

    std::uint64_t size() const { return elements_ * scalars_.size(); }
    sim::Place operator[](std::uint64_t number) const;
    /// A list of that one alone.
    MemoryList only(std::uint64_t number) const;
    /// True if a word is among those from its first to its last.
    bool covers(const sim::Place& word) const;

  private:
    sim::Place begin_;
    std::uint64_t offset_, stride_ = 0, elements_ = 1;
    std::vector<sim::Scalar> scalars_;  ///< of an element, by offset
};

}  // namespace pbp
