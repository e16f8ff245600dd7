// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "common/picture/strip.hpp"

namespace pbp {

using picture::CellMark;
using picture::LinkKind;

/// Where a CPU twin says what its pass did, for the picture: kept only for the elements that a picture can
/// show, so that a twin on millions of elements costs no memory here.
class Links {
  public:
    /// Keeps links whose two ends lie below `shown`; 0 keeps none.
    explicit Links(std::size_t shown = 0) : shown_(shown) {}

    void add(std::size_t from, std::size_t to, LinkKind kind) {
        if (from < shown_ && to < shown_)
            links_.push_back({static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to), kind});
    }
    std::vector<picture::Link> take() { return std::exchange(links_, {}); }

  private:
    std::size_t shown_;
    std::vector<picture::Link> links_;
};

}  // namespace pbp
