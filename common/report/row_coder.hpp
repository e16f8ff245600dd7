// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/report/model.hpp"

namespace pbp::page {

/// Writes the numbers of rows so that they compress well: each row relative to what the pass before and its
/// links predict, with bytes of equal weight next to each other. page/rows.js reads them:
///   links     from - from of the link before it, to - from, kind
///   cells     32-bit words (doubles: low ones, then high ones), each XOR its prediction:
///             the row before of the same part, with swapped cells swapped, moved ones moved, and uints and
///             ints added
///   pixels    each channel minus that of the pixel to its left; or, if most equal those of the previous
///             image, XOR that
///   own       32-bit words, if the pass adds or subtracts each cell's own value
///   marks     one byte each
///   expected  XOR the cells
///   writers, lines   XOR those of the last row that had any
class RowCoder {
  public:
    /// Appends the numbers of a pass to `bytes`. To `head` it adds what the reader must know besides them:
    /// names, type, counts and flags; its maker says which cells they are.
    RowHead add(RowHead head, const record::Pass& pass, std::string& bytes);
    /// Starts over: the next row is the first.
    void restart() { *this = {}; }

  private:
    struct Words {
        std::vector<std::uint32_t> low, high;
    };
    /// The row before, as far as it predicts the next one.
    struct Before {
        CellType type = CellType::uint32;
        std::uint64_t first = 0;
        Words words;
    };
    static Words expected_of(const Before& before, const record::Pass& pass);
    void add_pixels(RowHead& head, const record::Pass& pass, std::string& bytes);

    std::map<std::string, Before> before_;  ///< by part
    std::vector<std::uint32_t> writers_, lines_;
    std::vector<std::uint32_t> pixels_;  ///< of the image before
};

/// The narrowest type that holds all these numbers exactly.
CellType type_of(const std::vector<double>& cells);

}  // namespace pbp::page
