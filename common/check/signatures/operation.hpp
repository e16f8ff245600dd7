// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include "common/check/signatures/case.hpp"

namespace pbp::signatures {

/// What a pass should do with two cells, inferred from the expected row and the row before.
struct Operation {
    enum class Kind : std::uint8_t { add, exchange };
    Kind kind = Kind::add;
    std::size_t distance = 1;  ///< a power of two
    bool from_right = true;    ///< add: the other cell is `distance` to the right, otherwise to the left
    std::size_t first = 0;  ///< exchange: the first pair begins here; 1 for the odd pass of an odd-even sort

    /// The other cell; none if it would be outside the row.
    std::optional<std::size_t> partner(std::size_t i, std::size_t size) const;
};

/// The operation that explains every cell of a correct pass, at least three of which change: each changed
/// cell is the sum of two, or cells exchange values in pairs.
std::optional<Operation> operation_of(const Case& seen);

}  // namespace pbp::signatures
