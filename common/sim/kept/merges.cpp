// SPDX-License-Identifier: MIT
#include "common/sim/kept/merges.hpp"

#include "common/sim/code/influence.hpp"

namespace pbp::sim {

std::vector<std::uint32_t> merges_of(const Code& code) {
    const auto end = static_cast<std::uint32_t>(code.blocks.size());
    std::vector<std::uint32_t> merges(end + 1, end);
    std::vector<bool> known(end + 1);
    known[end] = true;
    const auto common = [&](std::uint32_t one, std::uint32_t other) {
        while (one != other) {
            if (one < other)
                one = merges[one];
            else
                other = merges[other];
        }
        return one;
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (std::uint32_t block = end; block-- > 0;) {
            auto next = blocks_after(code, block);
            if (next.empty()) next = {end};
            auto merge = end;
            bool any = false;
            for (const auto one : next) {
                if (!known[one]) continue;
                merge = any ? common(merge, one) : one;
                any = true;
            }
            if (!any || (known[block] && merges[block] == merge)) continue;
            known[block] = changed = true;
            merges[block] = merge;
        }
    }
    return merges;
}

}  // namespace pbp::sim
