// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/sim/kept/finding.hpp"

namespace pbp::sim {

/// What the invocations of a run did, in the order in which it happened.
class Journal {
  public:
    enum class Kind : std::uint8_t { load, store, atomic, condition, barrier };
    struct Entry {
        Kind kind = Kind::load;
        std::uint8_t words = 1;  ///< that were loaded or stored; of an atomic, which one it was
        Place place = {};
        std::uint32_t site = 0, invocation = 0;
        std::uint32_t value = 0;  ///< that was moved, of several words a hash; an atomic's operand
        std::uint32_t made = 0;   ///< the site where what was stored was made, 0: unknown
        std::uint32_t found = 0;  ///< and the index of where it is
    };

    /// Beyond `most` entries nothing is kept.
    explicit Journal(std::size_t most) : most_(most) {}
    void begin_dispatch() { begins_.push_back(entries_.size()); }
    void add(const Entry& entry) {
        if (entries_.size() < most_) entries_.push_back(entry);
    }
    /// Dispatches count from 0.
    bool is_whole(std::size_t dispatch) const { return end_of(dispatch) < most_; }
    std::span<const Entry> of_dispatch(std::size_t dispatch) const {
        return std::span(entries_).subspan(begins_[dispatch], end_of(dispatch) - begins_[dispatch]);
    }

  private:
    std::size_t end_of(std::size_t dispatch) const {
        return dispatch + 1 < begins_.size() ? begins_[dispatch + 1] : entries_.size();
    }
    std::size_t most_;
    std::vector<Entry> entries_;
    std::vector<std::size_t> begins_;  ///< by dispatch, its first entry
};

}  // namespace pbp::sim
