// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "common/sim/beside/cause.hpp"

namespace pbp::sim {

/// What differs in a cell, from the most telling to the least.
enum class Deviation : std::uint8_t {
    unwritten,  ///< nobody wrote it
    older,      ///< a value from before the row above
    element,    ///< one value came from another cell than it should have
    deed,       ///< the right value, with another operation
    exchanged,  ///< a pair was exchanged that should not have been, or the reverse
    missing,    ///< a value did not come
    extra,      ///< a value came that should not have
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
