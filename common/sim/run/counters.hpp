// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace pbp::sim {

/// What one memory instruction, or one barrier, did in all its executions.
struct AccessCount {
    std::uint64_t runs = 0;             ///< times that a subgroup executed it
    std::uint64_t lanes = 0;            ///< active lanes of all these
    std::uint64_t conflict_cycles = 0;  ///< of shared memory: those beyond what the words need at least
    std::uint64_t sectors = 0;          ///< of buffers: moved
    std::uint64_t needed = 0;           ///< sectors that would do if the bytes lay together
    std::uint64_t lines = 0;            ///< of line_bytes
    std::uint64_t contention = 0;       ///< of atomics: lanes beyond the first at the same word
};

/// How often a block ran.
struct BlockCount {
    std::uint64_t runs = 0, lanes = 0;
};

/// All that a dispatch did: by block, and by instruction for those that touch memory.
struct Counters {
    std::vector<BlockCount> blocks;
    std::vector<AccessCount> accesses;

    Counters() = default;
    Counters(std::size_t block_count, std::size_t instructions)
        : blocks(block_count), accesses(instructions) {}
    void add(const Counters& other);
};

}  // namespace pbp::sim
