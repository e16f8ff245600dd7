// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace pbp {

/// Which array a CPU twin's pass made, for the picture. What happened in it is observed:
/// sim/beside/observed.hpp.
class RowShape {
  public:
    /// Says which array the coming passes write. A cell of array `number` still holds its value from the
    /// last pass over that array; the first pass over an array begins with empty cells. 0 is the input.
    void into(std::uint32_t number) {
        array_ = number;
        arrays_ = std::max(arrays_, number + 1);
    }
    void into_new_array() { into(arrays_); }
    /// In the coming pass a cell holds one value for `elements` elements, such as a tile's total.
    void per_cell(std::size_t elements) { span_ = static_cast<std::uint32_t>(elements); }
    /// Says that the cells of the coming pass are not those of the groups above them: one per workgroup, for
    /// one.
    void undivided() { undivided_ = true; }

    std::uint32_t array() const { return array_; }
    std::uint32_t span() const { return span_; }
    bool is_undivided() const { return undivided_; }
    /// The pass is over: the next one has the same array, and says all else again.
    void next() {
        span_ = 1;
        undivided_ = false;
    }

  private:
    std::uint32_t array_ = 0, arrays_ = 1, span_ = 1;
    bool undivided_ = false;
};

}  // namespace pbp
