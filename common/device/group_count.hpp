// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

namespace pbp {

/// What a dispatch has at most: drivers count its workgroups in 32 bits, and llvmpipe starts fewer beyond
/// that, without a word.
constexpr std::uint64_t most_workgroups = 0xFFFFFFFFu;

/// x * y * z, or the largest number that 64 bits hold where they cannot hold the product.
constexpr std::uint64_t product(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    const std::uint64_t plane = std::uint64_t{x} * y;
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    return z != 0 && plane > most / z ? most : plane * z;
}

}  // namespace pbp
