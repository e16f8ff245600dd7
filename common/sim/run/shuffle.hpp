// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace pbp::sim {

/// Fisher-Yates, with a random number for two places: as libstdc++'s std::shuffle, since another library's
/// gives another order for the same seed.
inline void shuffle(std::vector<std::uint32_t>& all, std::mt19937_64& random) {
    __extension__ typedef unsigned __int128 Wide;
    const auto below = [&](std::uint64_t bound) {
        return static_cast<std::uint64_t>(static_cast<Wide>(random()) * bound >> 64);
    };
    std::size_t i = 1;
    if (!all.empty() && all.size() % 2 == 0) std::swap(all[i++], all[below(2)]);
    for (; i < all.size(); i += 2) {
        const auto both = below(std::uint64_t{i + 1} * (i + 2));
        std::swap(all[i], all[both / (i + 2)]);
        std::swap(all[i + 1], all[both % (i + 2)]);
    }
}

}  // namespace pbp::sim
