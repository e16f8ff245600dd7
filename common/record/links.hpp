// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "common/record/pass.hpp"

namespace pbp {

/// Where a CPU twin reports what its pass did, for the picture: kept only for the elements that a picture can
/// show, so that a twin on millions of elements uses no memory here.
class Links {
  public:
    /// Keeps links whose ends are both below `shown`; 0 keeps none.
    explicit Links(std::size_t shown = 0) : shown_(shown) {}

    void add(std::size_t from, std::size_t to, LinkKind kind) {
        if (from < shown_ && to < shown_)
            links_.push_back({static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to), kind});
    }
    /// Says which array the coming passes add into. A cell of array `number` still holds its value from the
    /// last pass over that array; the first pass over an array begins with empty cells. 0 is the input.
    void into(std::uint32_t number) {
        sum_.array = number;
        arrays_ = std::max(arrays_, number + 1);
    }
    void into_new_array() { into(arrays_); }
    /// Says that each cell of the coming pass stands for `elements` elements: a tile's total, for one.
    void per_cell(std::size_t elements) { span_ = static_cast<std::uint32_t>(elements); }
    /// Says that the cells of the coming pass are not those of the groups above them: one per workgroup, for
    /// one.
    void undivided() { undivided_ = true; }
    /// Says that the coming pass also adds values[i] to each cell i, or subtracts it.
    void add_own(const std::vector<std::uint32_t>& values, record::Own own) {
        sum_.own = own;
        sum_.values.assign(values.begin(),
                           values.begin() + static_cast<std::ptrdiff_t>(std::min(values.size(), shown_)));
    }

    const record::Sum& sum() const { return sum_; }
    std::uint32_t span() const { return span_; }
    bool is_undivided() const { return undivided_; }
    std::vector<record::Link> take() {
        sum_ = {sum_.array};
        span_ = 1;
        undivided_ = false;
        return std::exchange(links_, {});
    }

  private:
    std::size_t shown_;
    std::uint32_t arrays_ = 1;
    record::Sum sum_;
    std::uint32_t span_ = 1;
    bool undivided_ = false;
    std::vector<record::Link> links_;
};

}  // namespace pbp
