// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace pbp::sim {

/// Who touched a word, and when. `who` counts the invocations of all dispatches since the memory was made,
/// from 1: whoever belongs to an earlier dispatch is ordered before this one. 0: nobody, or the CPU.
struct Mark {
    std::uint32_t who = 0;
    std::uint32_t moment = 0;  ///< a number of the dispatch's Moments
};

/// What is remembered of one word: the last write, two reads by different invocations, what it held before.
/// Of more readers two are enough: any writer differs from at least one of them. Two fill a line of the
/// cache.
struct alignas(32) Shadow {
    Mark write, read, other_read;
    std::uint32_t before = 0;
};

/// A buffer, or the shared memory of a workgroup: 4-byte words and the shadow of each.
struct Memory {
    std::vector<std::uint32_t> words;
    std::vector<Shadow> shadow;  ///< empty until it is bound to a dispatch that is checked
    std::size_t bytes = 0;
    void watch() {
        if (shadow.size() != words.size()) shadow.assign(words.size(), {});
    }
};

}  // namespace pbp::sim
