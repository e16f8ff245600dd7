// SPDX-License-Identifier: MIT
#include "common/sim/report/compiled.hpp"

#include <algorithm>
#include <set>

#include "common/sim/code/influence.hpp"
#include "common/sim/code/verify.hpp"

namespace pbp::sim {

namespace {

/// The blocks from a loop's first to the last that returns to it.
struct LoopBlocks {
    std::uint32_t first = 0, last = 0;
    bool has(std::uint32_t block) const { return block >= first && block <= last; }
};

std::vector<LoopBlocks> loops_of(const Code& code) {
    std::vector<LoopBlocks> loops;
    for (std::uint32_t b = 0; b < code.blocks.size(); ++b)
        for (const auto next : blocks_after(code, b))
            if (next <= b) loops.push_back({next, b});
    return loops;
}

/// What memory or other lanes decide.
bool is_source(const Instruction& in) {
    return (in.op >= Op::load_buffer && in.op <= Op::atomic_shared) ||
           (in.op >= Op::array_length && in.op <= Op::group);
}

/// The variables that a loop changes although it has a barrier: compilers leave such loops as they are.
std::set<Row> counters_of(const Code& code, const std::vector<LoopBlocks>& loops) {
    std::set<Row> counters;
    for (const auto& loop : loops) {
        const auto begin = code.instructions.begin() + code.blocks[loop.first].first,
                   end = code.instructions.begin() + code.blocks[loop.last].first +
                         code.blocks[loop.last].count;
        if (std::none_of(begin, end, [](const auto& in) { return in.op == Op::barrier; })) continue;
        for (auto in = begin; in != end; ++in) {
            const bool outside = std::any_of(code.instructions.begin(), begin,
                                             [&](const auto& other) { return other.d == in->d; });
            if (in->d != no_row && outside) counters.insert(in->d);
        }
    }
    return counters;
}

std::uint32_t weight_of(const Instruction& in) {
    constexpr std::uint32_t division = 20;  // of 32-bit integers by what is unknown: a reciprocal, corrected
    if (!is_issued(in.op)) return 0;
    const bool divides = in.op >= Op::div_u && in.op <= Op::rem_i;
    return divides && (in.flags & Instruction::safe) == 0 ? division : 1;
}

}  // namespace

// Rows are reused within each block, so blocks are visited in order, as in conditions_on().
std::vector<std::uint32_t> issued_for(const Code& code) {
    const auto counters = counters_of(code, loops_of(code));
    std::set<Row> unknown = counters;
    for (const auto& [row, which] : code.builtins)
        for (Row k = 0; k < 3; ++k) unknown.insert(row + k);
    for (const auto& uniform : code.uniforms)
        for (Row k = 0; k < 4; ++k) unknown.insert(uniform.row + k);
    std::vector<std::uint32_t> issued(code.instructions.size());
    for (bool more = true; more;) {
        const auto before = unknown;
        for (std::size_t at = 0; at < issued.size(); ++at) {
            const auto& in = code.instructions[at];
            const auto is_open = [&](Row row) { return row != no_row && unknown.contains(row); };
            const bool depends = is_source(in) || in.op == Op::barrier || is_open(in.a) || is_open(in.b) ||
                                 is_open(in.third()) || (in.op == Op::load_local && is_open(in.x));
            issued[at] = depends ? weight_of(in) : 0;
            if (in.op == Op::store_local) {
                if (depends) unknown.insert(in.x);
            } else if (in.d != no_row && depends) {
                for (Row row = in.d; row < in.d + widths_of(in).d; ++row) unknown.insert(row);
            } else if (in.d != no_row && (in.flags & Instruction::masked) == 0 && !counters.contains(in.d)) {
                unknown.erase(in.d);
            }
        }
        more = unknown != before;
    }
    return issued;
}

std::vector<std::uint32_t> polls_of(const Code& code) {
    const auto loops = loops_of(code);
    std::vector<std::uint32_t> polls;
    for (std::uint32_t b = 0; b < code.blocks.size(); ++b)
        for (auto at = code.blocks[b].first; at < code.blocks[b].first + code.blocks[b].count; ++at) {
            const auto& in = code.instructions[at];
            const bool reads = in.op == Op::atomic_buffer ||
                               (in.op == Op::load_buffer && (in.flags & Instruction::atomic) != 0);
            if (!reads || std::ranges::none_of(loops, [&](const LoopBlocks& loop) { return loop.has(b); }))
                continue;
            const auto decided = conditions_on(code, [&](const Instruction& other) { return &other == &in; });
            const auto ends = [&](const LoopBlocks& loop) {
                return loop.has(b) &&
                       std::ranges::any_of(decided, [&](auto block) { return loop.has(block); });
            };
            if (std::ranges::any_of(loops, ends)) polls.push_back(at);
        }
    return polls;
}

}  // namespace pbp::sim
