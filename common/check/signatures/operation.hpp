// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include "common/check/signatures/case.hpp"

namespace pbp::signatures {

/// What a pass should do with two cells, as expected and before show it.
struct Operation {
    enum class Kind : std::uint8_t { add, exchange };
    Kind kind = Kind::add;
    std::size_t distance = 1;  ///< a power of two
    bool from_right = true;    ///< add: the other cell lies `distance` to the right, or else to the left
    std::size_t first = 0;     ///< exchange: pairs begin here; 1 for the even pass of an odd-even sort

    /// The other cell; none where it lies outside.
    std::optional<std::size_t> partner(std::size_t i, std::size_t size) const;
};

/// The operation that explains every cell of a right pass, of which at least three change: each changed cell
/// is the sum of two, or cells trade values in pairs.
std::optional<Operation> operation_of(const Case& seen);

}  // namespace pbp::signatures
