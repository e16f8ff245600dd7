// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "common/record/pass.hpp"

namespace pbp::test {

/// By cell of a row, what comes in: "added 3"; a pair as both of its cells say it: "swap 3".
using Arrows = std::map<std::uint32_t, std::multiset<std::string>>;

/// What somebody wrote down: "3 <- added 4 ; moved 5", "nothing 3 6", "swap 1 2" or "compare 1 2".
inline void add_claim(Arrows& claims, const std::string& line) {
    std::istringstream words(line);
    std::string first, mark, kind;
    words >> first;
    if (first == "nothing") {
        for (std::uint32_t cell = 0; words >> cell;) claims[cell];
        return;
    }
    if (first == "swap" || first == "compare") {
        std::uint32_t one = 0, other = 0;
        words >> one >> other;
        for (const auto& [cell, from] : {std::pair(one, other), std::pair(other, one)})
            claims[cell].insert(fmt::format("{} {}", first, from));
        return;
    }
    auto& into = claims[static_cast<std::uint32_t>(std::stoul(first))];
    words >> mark;
    REQUIRE(mark == "<-");
    for (std::uint32_t from = 0; words >> kind >> from; words >> mark)
        into.insert(fmt::format("{} {}", kind, from));
}

/// What the links of a row say, in the same words.
inline Arrows arrows_of(const std::vector<record::Link>& links) {
    using enum LinkKind;
    Arrows arrows;
    for (const auto& [from, to, kind] : links) {
        const bool flows = kind == added || kind == moved || kind == combined;
        const bool swaps = kind == swapped || kind == swapped_ascending || kind == swapped_descending;
        const auto* const word = kind == added      ? "added"
                                 : kind == moved    ? "moved"
                                 : kind == combined ? "combined"
                                 : swaps            ? "swap"
                                                    : "compare";
        arrows[to].insert(fmt::format("{} {}", word, from));
        if (!flows) arrows[from].insert(fmt::format("{} {}", word, to));
    }
    return arrows;
}

}  // namespace pbp::test
