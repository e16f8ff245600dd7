// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace pbp::sim {

/// Which invocation accessed a word, and when. `who` counts the invocations of all dispatches since the
/// memory was created, from 1: those of an earlier dispatch are ordered before this one. 0: none, or the CPU.
struct Mark {
    std::uint32_t who = 0;
    std::uint32_t moment = 0;  ///< a number of the dispatch's Moments
};

/// The recorded accesses of one word: the last write, two reads by different invocations, and its previous
/// value. Two readers suffice: any writer differs from at least one of them. Two shadows fill a cache line.
struct alignas(32) Shadow {
    Mark write, read, other_read;
    std::uint32_t before = 0;
};

/// A buffer, or a workgroup's shared memory: 4-byte words, and a shadow per word.
struct Memory {
    std::vector<std::uint32_t> words;
    std::vector<Shadow> shadow;  ///< empty until it is bound to a dispatch that is checked
    std::size_t bytes = 0;
    void watch() {
        if (shadow.size() != words.size()) shadow.assign(words.size(), {});
    }
};

}  // namespace pbp::sim
