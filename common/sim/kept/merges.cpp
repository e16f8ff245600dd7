// SPDX-License-Identifier: MIT
#include "common/sim/kept/merges.hpp"

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
            const auto& last = code.instructions[code.blocks[block].first + code.blocks[block].count - 1];
            std::vector<std::uint32_t> next;
            if (last.op == Op::jump) next = {last.x};
            if (last.op == Op::branch) next = {last.x, last.y};
            if (last.op == Op::choose) {
                next = {code.choices[last.x].otherwise};
                for (const auto& target : code.choices[last.x].targets) next.push_back(target.second);
            }
            if (last.op == Op::end) next = {end};
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
