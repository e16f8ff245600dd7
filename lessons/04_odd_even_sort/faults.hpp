// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/lesson/run.hpp"
#include "lessons/04_odd_even_sort/odd_even.hpp"

namespace odd_even {

/// A run of a v1 shader, and what each invocation saw in each round.
struct Trial {
    Keys keys;                        ///< before the first round
    std::vector<Keys> rows;           ///< after each round; empty if the run is not traced
    std::vector<std::uint32_t> seen;  ///< round by round, one word per invocation
    std::uint32_t rounds = 0, invocations = 0;

    std::uint32_t word(std::uint32_t round, std::uint32_t i) const { return seen[round * invocations + i]; }
    std::uint32_t step(std::uint32_t round, std::uint32_t i) const { return word(round, i) / 4; }
    bool swaps(std::uint32_t round, std::uint32_t i) const { return (word(round, i) & 2u) != 0; }
    bool stays(std::uint32_t round, std::uint32_t i) const { return (word(round, i) & 1u) != 0; }
    /// The lower key of the pair that an invocation looks at in a step; here odd pairs come first.
    static std::size_t low(std::uint32_t step, std::uint32_t i) { return 2 * i + (step % 2 == 0 ? 1 : 0); }

    std::uint32_t staying(std::uint32_t round) const;
    /// Forgets the rounds that no invocation takes part in.
    void end_when_all_are_gone();
    /// The smallest and the largest step among the invocations that stay; {1, 0} if none does.
    std::pair<std::uint32_t, std::uint32_t> steps(std::uint32_t round) const;
    std::string label(std::uint32_t round) const;
    std::vector<pbp::record::Link> links(std::uint32_t round) const;
    /// Keys that are no longer compared, because their invocation has left.
    std::vector<pbp::CellMark> marks(std::uint32_t round) const;
};

/// Runs v1 on the learner's keys, and each of its faults on keys that provoke it: one picture and one note
/// each.
void show_faults(pbp::Run& run);

}  // namespace odd_even
