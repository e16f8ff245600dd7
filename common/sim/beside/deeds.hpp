// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <vector>

#include "common/sim/beside/row_links.hpp"

namespace pbp::sim {

/// What links say but for directions, which follow from values.
enum class Deed : std::uint8_t { kept, swapped, added, moved, combined };

/// True of two cells that were compared.
inline bool is_pair(Deed deed) {
    return deed == Deed::kept || deed == Deed::swapped;
}

/// One value that came into a cell, or was compared with its own.
struct Came {
    std::uint32_t from = 0;
    Deed deed = Deed::moved;
    auto operator<=>(const Came& other) const = default;
};

/// What came into each cell of a row, in order.
std::vector<std::vector<Came>> came_into(const ObservedRow& row);

/// What is in one and not in the other, as often as it is.
std::vector<Came> without(const std::vector<Came>& all, const std::vector<Came>& others);
std::vector<record::Link> without(const std::vector<record::Link>& links,
                                  const std::vector<record::Link>& others);

/// True of rows with the same links, but for pairs that one kept and the other exchanged.
bool do_the_same(const ObservedRow& one, const ObservedRow& other);

}  // namespace pbp::sim
