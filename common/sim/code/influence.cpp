// SPDX-License-Identifier: MIT
#include "common/sim/code/influence.hpp"

#include <algorithm>
#include <set>

namespace pbp::sim {

namespace {

#define WIDTH(OP, D) \
    case Op::OP:     \
        return sizeof(D) == 8;
#define ONE(OP, D, A, EXPRESSION) WIDTH(OP, D)
#define TWO(OP, D, A, EXPRESSION) WIDTH(OP, D)
#define LOOK_ONE(OP, D, A, EXPRESSION, LOOK) WIDTH(OP, D)
#define LOOK_TWO(OP, T, EXPRESSION, LOOK) WIDTH(OP, T)
#define NAN_ONE(OP, T, EXPRESSION) WIDTH(OP, T)
#define NAN_TWO(OP, T, EXPRESSION) WIDTH(OP, T)
#define SELECT(OP, T) WIDTH(OP, T)
#define CALL1(OP, T, EXPRESSION) WIDTH(OP, T)
#define CALL2(OP, T, EXPRESSION) WIDTH(OP, T)
#define CALL3(OP, T, EXPRESSION) WIDTH(OP, T)
#define NAN_CALL1(OP, T, EXPRESSION) WIDTH(OP, T)
#define NAN_CALL2(OP, T, EXPRESSION) WIDTH(OP, T)
#define NAN_CALL3(OP, T, EXPRESSION) WIDTH(OP, T)

/// True if the result has 64 bits.
bool is_wide(const Instruction& in) {
    using W32 = std::uint32_t;
    using W64 = std::uint64_t;
    switch (in.op) {
#include "common/sim/code/arithmetic.def"
        default:
            return (in.flags & Instruction::wide) != 0;
    }
}
#undef WIDTH

}  // namespace

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
            if (static_cast<Group>(in.n) == Group::ballot || static_cast<Group>(in.n) == Group::partition)
                return 4;
            [[fallthrough]];
        default:
            return is_wide(in) ? 2 : 1;
    }
}

// Rows are reused within each block, so blocks are visited in order, and the state at the end of one is the
// possible start of another. An array variable counts as a whole, under its first row.
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
                const bool depends = is_source(in) || uses(in.a) || uses(in.b) || uses(in.third()) ||
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

std::vector<std::uint32_t> blocks_after(const Code& code, std::uint32_t block) {
    const auto& last = code.instructions[code.blocks[block].first + code.blocks[block].count - 1];
    if (last.op == Op::jump) return {last.x};
    if (last.op == Op::branch) return {last.x, last.y};
    if (last.op != Op::choose) return {};
    std::vector<std::uint32_t> next{code.choices[last.x].otherwise};
    for (const auto& target : code.choices[last.x].targets) next.push_back(target.second);
    return next;
}

}  // namespace pbp::sim
