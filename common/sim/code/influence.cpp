// SPDX-License-Identifier: MIT
#include "common/sim/code/influence.hpp"

#include <algorithm>
#include <set>

namespace pbp::sim {

namespace {

/// The number of rows that an instruction writes from d on.
Row rows_written(const Instruction& in) {
    switch (in.op) {
        case Op::load_buffer:
        case Op::load_shared:
            return std::max<Row>(1, in.n);
        case Op::load_image:
        case Op::sample_image:
        case Op::fetch_image:
            return 4;
        case Op::group:
            if (static_cast<Group>(in.n) == Group::ballot) return 4;
            [[fallthrough]];
        default:
            return (in.flags & Instruction::wide) != 0 ? 2 : 1;
    }
}

}  // namespace

// Rows are reused within each block, so blocks are visited in order, and the state at the end of one is the
// possible start of another. An array of a variable counts as one: its first row stands for it.
std::vector<std::uint32_t> conditions_on(const Code& code,
                                         const std::function<bool(const Instruction&)>& is_source) {
    std::set<Row> made_from;
    std::set<std::uint32_t> found;
    for (bool more = true; more;) {
        const auto before = made_from.size() + found.size();
        for (std::uint32_t b = 0; b < code.blocks.size(); ++b)
            for (std::uint32_t i = 0; i < code.blocks[b].count; ++i) {
                const auto& in = code.instructions[code.blocks[b].first + i];
                const auto uses = [&](Row row) { return row != no_row && made_from.contains(row); };
                const bool depends = is_source(in) || uses(in.a) || uses(in.b) || uses(in.c) ||
                                     (in.op == Op::load_local && uses(in.x));
                if (in.op == Op::branch || in.op == Op::choose) {
                    if (depends) found.insert(b);
                } else if (in.op == Op::store_local) {
                    if (depends) made_from.insert(in.x);
                } else if (in.d != no_row && depends) {
                    for (Row row = in.d; row < in.d + rows_written(in); ++row) made_from.insert(row);
                } else if (in.d != no_row && (in.flags & Instruction::masked) == 0) {
                    made_from.erase(in.d);
                }
            }
        more = made_from.size() + found.size() > before;
    }
    return {found.begin(), found.end()};
}

}  // namespace pbp::sim
