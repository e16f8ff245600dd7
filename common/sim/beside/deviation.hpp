// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "common/sim/beside/cause.hpp"
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

/// What differs in a cell, from the most telling to the least.
enum class Deviation : std::uint8_t {
    unwritten,  ///< nobody wrote it
    older,      ///< a value from before the row above
    element,    ///< one value came from another cell than it should have
    deed,       ///< the right value, with another operation
    exchanged,  ///< a pair was exchanged that should not have been, or the reverse
    missing,    ///< a value did not come
    extra,      ///< a value came that should not have
    writer,     ///< another invocation set it
    own,        ///< a number of the invocation's own
    other,
};

struct CellCause {
    Deviation deviation = Deviation::other;
    std::uint32_t cell = 0;
    std::string did, should;  ///< "added 3 from element 8"; "should have added 5 from element 9"
};

/// What that means, with where the shader departs from the original one, and the hints from a question to
/// the usual fix; `what` is left empty.
Cause in_words(const CellCause& cause, const std::string& element, const std::optional<Departure>& departure);

}  // namespace pbp::sim
