// SPDX-License-Identifier: MIT
// Definite assignment, as a forward data-flow problem: a row is unset at the start of a block if it is at the
// end of any block that leads there.
#include "common/sim/code/unset.hpp"

#include <algorithm>

#include "common/sim/code/influence.hpp"
#include "common/sim/code/verify.hpp"

namespace pbp::sim {

namespace {

using RowSet = std::vector<bool>;

/// Calls f(row) for each row that an instruction reads.
template <typename F>
void each_read(const Instruction& in, const std::vector<bool>& variables, F&& f) {
    const auto rows = [&](Row first, Row count) {
        for (Row row = first; first != no_row && row < first + count; ++row) f(row);
    };
    switch (in.op) {
        case Op::store_buffer:
        case Op::store_shared:
            rows(in.a, 1);
            return rows(in.b, std::max<Row>(1, in.n));
        case Op::load_image:
            return rows(in.a, in.n);
        case Op::fetch_image:
            rows(in.a, in.n);
            return rows(in.b, 1);
        case Op::sample_image:
            rows(in.a, in.n);
            rows(in.b, 1);
            return rows(in.c, in.x);
        case Op::store_image:
            rows(in.a, in.n);
            return rows(in.b, 4);
        case Op::atomic_image:
            rows(in.a, in.x);
            rows(in.b, 1);
            return rows(in.c, 1);
        case Op::load_local:  // any part of the array, which ends with the variable
            rows(in.a, 1);
            for (Row row = in.x; row < variables.size() && variables[row]; ++row) f(row);
            return;
        default:
            rows(in.a, 1);
            rows(in.b, 1);
            return rows(in.third(), 1);
    }
}

}  // namespace

std::vector<Row> may_be_unset(const Code& code, const std::vector<bool>& variables) {
    constexpr std::size_t most = 1u << 24;
    if (code.blocks.size() * variables.size() > most) return {};
    std::vector<RowSet> unset(code.blocks.size());
    std::vector<std::uint32_t> open{0};
    unset[0] = variables;
    RowSet found(variables.size());
    while (!open.empty()) {
        const auto b = open.back();
        open.pop_back();
        RowSet now = unset[b];
        for (std::uint32_t i = 0; i < code.blocks[b].count; ++i) {
            const auto& in = code.instructions[code.blocks[b].first + i];
            each_read(in, variables, [&](Row row) {
                if (row < now.size() && now[row]) found[row] = true;
            });
            if (in.d == no_row) continue;
            for (Row row = in.d; row < std::min<std::size_t>(in.d + widths_of(in).d, now.size()); ++row)
                now[row] = false;
        }
        for (const auto next : blocks_after(code, b)) {
            if (next >= code.blocks.size()) continue;
            bool more = unset[next].empty();
            if (more) unset[next].resize(now.size());
            for (std::size_t row = 0; row < now.size(); ++row)
                if (now[row] && !unset[next][row]) unset[next][row] = more = true;
            if (more && std::ranges::find(open, next) == open.end()) open.push_back(next);
        }
    }
    std::vector<Row> all;
    for (Row row = 0; row < found.size(); ++row)
        if (found[row]) all.push_back(row);
    return all;
}

}  // namespace pbp::sim
