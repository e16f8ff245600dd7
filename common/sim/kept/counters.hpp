// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

#include "common/sim/reported/reported.hpp"

namespace pbp::sim {

/// Totals of one memory instruction, or one barrier, over all its executions.
struct AccessCount {
    std::uint64_t runs = 0;   ///< times that a subgroup executed it
    std::uint64_t lanes = 0;  ///< active lanes, summed over these
    /// Shared memory: bank-conflict cycles beyond the minimum for these words.
    std::uint64_t conflict_cycles = 0;
    std::uint64_t sectors = 0;     ///< buffers: sectors moved
    std::uint64_t needed = 0;      ///< sectors that would suffice if the bytes were contiguous
    std::uint64_t lines = 0;       ///< cache lines, of line_bytes
    std::uint64_t contention = 0;  ///< atomics: lanes beyond the first at the same word
    std::uint64_t bytes = 0;       ///< buffers and images: of all lanes
    std::uint64_t trips = 0;       ///< loads: those that wait until an earlier one is there
    std::uint64_t fresh = 0;  ///< buffers, as on a GPU: sectors that the workgroup had not used so before
};

/// How often a block ran.
struct BlockCount {
    std::uint64_t runs = 0, lanes = 0;
};

/// Totals per dispatch: by block, and by instruction for those that access memory.
struct Counters {
    std::vector<BlockCount> blocks;
    std::vector<AccessCount> accesses;
    std::uint64_t ordering = 0;  ///< of the barriers, once per subgroup: the fewest that order shared memory
    std::uint32_t shared_words = 0;  ///< of shared memory, up to the last one accessed
    Deeds deeds;
    std::unordered_set<std::uint64_t> accessed;  ///< in this dispatch: hashes of words with who accesses them
    /// Settings::counts_deeds: by which instruction who accesses which word, once per dispatch.
    std::vector<std::pair<std::uint32_t, Access>> who;

    Counters() = default;
    Counters(std::size_t block_count, std::size_t instructions)
        : blocks(block_count), accesses(instructions) {}
    void add(const Counters& other);
};

/// Who stored the words of a workgroup's shared memory, and which of them atomics access.
class GroupDeeds {
  public:
    /// Before invocation `by` stores a value where another one was.
    void store(std::size_t word, std::uint32_t by, std::uint32_t old, std::uint32_t value, Deeds& deeds);
    void change(std::size_t word, std::uint64_t old, std::uint64_t value, Deeds& deeds);  ///< atomically

  private:
    struct Word {
        std::uint32_t by = 0;  ///< who stored it last, plus 1
        bool counts = false;   ///< atomics access it
    };
    Word& at(std::size_t word);
    std::vector<Word> words_;
    std::uint64_t counters_ = 0;
};

}  // namespace pbp::sim
