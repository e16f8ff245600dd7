// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

namespace pbp {

/// The maximum number of workgroups per dispatch: drivers count them in 32 bits, and above that llvmpipe
/// silently starts fewer.
constexpr std::uint64_t most_workgroups = 0xFFFFFFFFu;

/// x * y * z, saturated to the largest 64-bit number.
constexpr std::uint64_t product(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    const std::uint64_t plane = std::uint64_t{x} * y;
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    return z != 0 && plane > most / z ? most : plane * z;
}

}  // namespace pbp
