// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace pbp::sim {

/// The memory of the machine whose work is counted; the defaults are those of today's GPUs of NVIDIA. All are
/// powers of two.
struct MemoryModel {
    std::uint32_t banks = 32;         ///< of shared memory, each 4 bytes wide; up to 128
    std::uint32_t sector_bytes = 32;  ///< the least that global memory moves; 4 to 128
    std::uint32_t line_bytes = 128;   ///< of the cache; a sector to 1024
    bool operator==(const MemoryModel&) const = default;
};

/// What a learner can ask of the simulated machine.
struct Settings {
    enum class Order : std::uint8_t { in_order, reverse, random };
    std::uint32_t subgroup_size = 32;       ///< a power of two up to 128
    Order order = Order::in_order;          ///< of workgroups, and of the subgroups in them
    std::uint64_t seed = 1;                 ///< of a random order
    std::uint64_t most_rounds = 2'000'000;  ///< of loops, while nothing in memory changes
    std::uint32_t most_workgroups = 65535;  ///< in x: few make every grid fold, as huge ones do
    MemoryModel memory;
};

}  // namespace pbp::sim
