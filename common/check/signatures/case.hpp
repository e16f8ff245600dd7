// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/check/signatures/diagnosis.hpp"

namespace pbp::signatures {

using Word = std::uint32_t;
using Cells = std::vector<std::size_t>;

/// Evidence, with its wrong cells found and the arithmetic for its words.
class Case {
  public:
    explicit Case(const Evidence& evidence);

    const Evidence& seen;
    Cells wrong;  ///< in ascending order

    std::size_t size() const { return is_wrong_.size(); }
    bool is_wrong(std::size_t i) const { return is_wrong_[i]; }
    Word expected(std::size_t i) const { return seen.expected[i]; }
    Word got(std::size_t i) const { return seen.got[i]; }

    /// The row before, if it has the same cells.
    bool has_before() const { return !has_fewer_cells() && seen.before.size() == size(); }
    bool has_fewer_cells() const { return seen.expected.size() != seen.got.size(); }
    Word before(std::size_t i) const { return seen.before[i]; }
    /// The rows of the same cells from before the pass, newest first.
    std::vector<std::span<const Word>> rows_before() const;

    /// The cells without a right tail that is all 0 or all fill, which is padding.
    std::size_t end() const;

    /// True if a workgroup's share is known and there is more than one workgroup.
    bool has_groups() const { return share() > 0 && groups() > 1; }
    std::size_t share() const { return seen.schedule.share; }
    std::size_t groups() const { return share() == 0 ? 0 : (size() + share() - 1) / share(); }

    /// a = b for this type: the same bits, or floats within the tolerance and, in sums, within rounding.
    bool equal(Word a, Word b) const;
    Word plus(Word a, Word b) const;
    Word minus(Word a, Word b) const;
    bool is_zero(Word a) const { return equal(a, 0); }
    bool is_float() const { return seen.type == ValueType::float32; }
    /// True if a comes before b in this type's order.
    bool less(Word a, Word b) const;

    /// True if the trace shows that no invocation wrote the cell in this pass.
    bool nobody_wrote(std::size_t i) const {
        return seen.writers && i < seen.writers->size() && (*seen.writers)[i] == 0;
    }
    /// True if the predicate holds for all of the cells.
    template <typename Holds>
    bool everywhere(Holds holds) const {
        for (std::size_t i = 0; i < size(); ++i)
            if (!holds(i)) return false;
        return true;
    }

    /// True if the cells have at least this many different expected values (up to 8 are counted): positional
    /// patterns mean nothing among equal values.
    bool varied(std::size_t least) const;

  private:
    std::vector<bool> is_wrong_;
};

/// The words in ascending order, as unsigned numbers.
std::vector<Word> sorted(std::span<const Word> words);

/// Describes cells: "cell 3", "cells 8 to 15", "every 4th cell from 3 to 31", "12 cells (3, 9, 17, ...)".
std::string in_words(const Cells& cells);

}  // namespace pbp::signatures
