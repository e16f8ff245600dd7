// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace pbp::sim {

/// Who touched a word, and when. `who` counts the invocations of all dispatches since the memory was made,
/// from 1: whoever belongs to an earlier dispatch is ordered before this one. 0: nobody, or the CPU.
struct Touch {
    std::uint32_t who = 0;
    std::uint32_t clock = 0;  ///< fences that its subgroup had passed
    std::uint32_t epoch = 0;  ///< barriers that its workgroup had passed
    std::uint32_t site = 0;   ///< with the flags below

    static constexpr std::uint32_t atomic = 0x80000000u, coherent = 0x40000000u, places = 0x3FFFFFFFu;
};

/// What is remembered of one word: the last write, two reads by different invocations, what it held before.
/// Of more readers two are enough: any writer differs from at least one of them.
struct Shadow {
    Touch write, read, other_read;
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
