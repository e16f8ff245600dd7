// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace pbp::sim {

/// What a version promises to make of every input of n elements.
struct Promise {
    enum class Makes : std::uint8_t {
        nothing,  ///< that a certificate could cover
        order,    ///< all elements as unsigned numbers, smallest first
        total,    ///< the sum of all of them, modulo 2^32
        scan      ///< of each element, and those before it, the sum
    };
    Makes makes = Makes::nothing;
    bool descending = false;  ///< of an order: largest first
    bool exclusive = false;   ///< of a scan: without the element itself
    const char* why_nothing = "only sorts, sums and scans of whole numbers have one";
};

}  // namespace pbp::sim
