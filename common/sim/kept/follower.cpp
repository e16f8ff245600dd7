// SPDX-License-Identifier: MIT
// Registers: what arithmetic makes of what, and the conditions under which it does.
#include "common/sim/kept/follower.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "common/sim/kept/merges.hpp"

namespace pbp::sim {

namespace {

/// The same number, or a part of it, in another type.
bool is_handed_on(Op op) {
    switch (op) {
        case Op::copy:
        case Op::copy_q:
        case Op::i_to_f:
        case Op::u_to_f:
        case Op::f_to_d:
        case Op::d_to_f:
        case Op::i_to_d:
        case Op::u_to_d:
        case Op::i_to_q:
        case Op::u_to_q:
        case Op::q_to_w:
        case Op::l_to_f:
        case Op::m_to_f:
        case Op::l_to_d:
        case Op::m_to_d:
        case Op::to_i8:
        case Op::to_u8:
        case Op::to_i16:
        case Op::to_u16:
        case Op::to_f16:
        case Op::low_q:
        case Op::high_q:
            return true;
        default:
            return false;
    }
}

/// Bits of a number, where the other operand is a constant.
bool is_of_bits(Op op) {
    switch (op) {
        case Op::and_w:
        case Op::or_w:
        case Op::xor_w:
        case Op::not_w:
        case Op::shl_w:
        case Op::shr_u:
        case Op::shr_i:
        case Op::and_q:
        case Op::or_q:
        case Op::xor_q:
        case Op::not_q:
        case Op::shl_q:
        case Op::shr_m:
        case Op::shr_l:
            return true;
        default:
            return false;
    }
}

bool is_shift(Op op) {
    return op == Op::shl_w || op == Op::shr_u || op == Op::shr_i || op == Op::shl_q || op == Op::shr_m ||
           op == Op::shr_l;
}

template <typename T>
bool is_less(std::uint64_t a, std::uint64_t b) {
    if constexpr (sizeof(T) == 4)
        return std::bit_cast<T>(static_cast<std::uint32_t>(a)) <
               std::bit_cast<T>(static_cast<std::uint32_t>(b));
    else
        return std::bit_cast<T>(a) < std::bit_cast<T>(b);
}

}  // namespace

bool is_wide(Op op) {
    return op == Op::select_q || (op >= Op::add_q && op <= Op::max_d);
}

bool is_sum(Op op) {
    switch (op) {
        case Op::add_w:
        case Op::sub_w:
        case Op::add_f:
        case Op::sub_f:
        case Op::add_q:
        case Op::sub_q:
        case Op::add_d:
        case Op::sub_d:
            return true;
        default:
            return false;
    }
}

std::optional<bool> takes_second(Op op, std::uint64_t a, std::uint64_t b) {
    using i32 = std::int32_t;
    using i64 = std::int64_t;
    switch (op) {
        case Op::min_u:
        case Op::min_m:
            return b < a;
        case Op::max_u:
        case Op::max_m:
            return a < b;
        case Op::min_i:
            return is_less<i32>(b, a);
        case Op::max_i:
            return is_less<i32>(a, b);
        case Op::min_l:
            return is_less<i64>(b, a);
        case Op::max_l:
            return is_less<i64>(a, b);
        case Op::min_f:
            return is_less<float>(b, a);
        case Op::max_f:
            return is_less<float>(a, b);
        case Op::min_d:
            return is_less<double>(b, a);
        case Op::max_d:
            return is_less<double>(a, b);
        default:
            return std::nullopt;
    }
}

Follower::Follower(Provenance& graph, const Code& code, u32 size, u32 row_size)
    : graph_(graph), size_(size), row_size_(row_size), rows_(code.rows), merges_(merges_of(code)) {}

void Follower::begin(FollowedLanes& lanes) const {
    lanes.nodes.assign(index_of(rows_, 0), Provenance::none);
    lanes.sites.assign(lanes.nodes.size(), 0);
    lanes.conditions.assign(row_size_, {});
}

void Follower::take(FollowedLanes& lanes, const u32* registers, const Mask& active, u32 first_invocation) {
    lanes_ = &lanes;
    registers_ = registers;
    active_ = &active;
    first_invocation_ = first_invocation;
}

std::uint64_t Follower::value(Row row, u32 lane, bool wide) const {
    if (row == no_row) return 0;
    const u32* const words = registers_ + index_of(row, 0);
    return wide ? words[2 * lane] | u64{words[2 * lane + 1]} << 32 : words[lane];
}

Provenance::Node Follower::made_by(const Instruction& in, u32 lane, Kind kind, Op op, Node a, Node b, Node c,
                                   const Operands& operands) {
    if (graph_.keeps_formulas() &&
        (a != Provenance::none || b != Provenance::none || c != Provenance::none)) {
        if (a == Provenance::none) a = graph_.constant(operands[0]);
        if (b == Provenance::none) b = graph_.constant(operands[1]);
        if (kind == Kind::pick && b < a) std::swap(a, b);  // which one was taken differs with the data
        kind = Kind::combined;
    }
    return graph_.make({kind, op, a, b, c, in.site, first_invocation_ + lane}, operands);
}

Provenance::Node Follower::both(const Instruction& in, u32 lane, Op op, Node a, Node b) {
    if (a == Provenance::none || a == b) return b;
    return b == Provenance::none ? a : made_by(in, lane, Kind::combined, op, a, b);
}

Provenance::Node Follower::part(const Instruction& in, u32 lane, Node of, u64 value, u64 constant) {
    return graph_.part_of(
        {Kind::part, in.op, of, Provenance::none, Provenance::none, in.site, first_invocation_ + lane},
        static_cast<u32>(constant), {value, constant});
}

// A constant 0 adds nothing.
Provenance::Node Follower::sum(const Instruction& in, u32 lane, Op op, Node a, Node b, bool a_is_0,
                               bool b_is_0, const Operands& operands) {
    if (graph_.keeps_formulas()) return made_by(in, lane, Kind::sum, op, a, b, Provenance::none, operands);
    const bool subtracts = op == Op::sub_w || op == Op::sub_f || op == Op::sub_q || op == Op::sub_d;
    if (a == Provenance::none && a_is_0 && !subtracts) return b;
    if (b == Provenance::none && b_is_0) return a;
    return made_by(in, lane, Kind::sum, op, a, b, Provenance::none, operands);
}

Provenance::Node Follower::placed(const Instruction& in, u32 lane, Node value, Node address) {
    graph_.decide_if(address, Decides::address, in.site);
    return address == Provenance::none ? value : made_by(in, lane, Kind::placed, in.op, value, address);
}

// What a variable or memory is set to where only a condition lets it: the condition decided, too. Not so a
// variable's constant, or each round of a loop under a condition would count on from the last one's node.
Provenance::Node Follower::under_condition(const Instruction& in, u32 lane, Node value) {
    const auto& all = lanes_->conditions[lane];
    if (all.empty() || value == Provenance::none) return value;
    const auto& made = graph_.step(value);
    if (made.kind == Kind::pick && made.op == Op::branch && made.c == all.back().node) return value;
    return made_by(in, lane, Kind::pick, Op::branch, value, Provenance::none, all.back().node);
}

void Follower::give(const Instruction& in, u32 lane, Row to, Node value) {
    const bool stays = (in.flags & Instruction::masked) != 0;  // a variable's: temporary values go no further
    lanes_->nodes[index_of(to, lane)] = stays ? under_condition(in, lane, value) : value;
    const u32 from = in.op == Op::copy ? site_of(in.a, lane) : in.op == Op::index ? site_of(in.b, lane) : 0;
    lanes_->sites[index_of(to, lane)] = from != 0 ? from : in.site;
}

// Nothing but a copy is its operand, and a choice that no data make.
Provenance::Node Follower::formula(const Instruction& in, u32 lane, Node a, Node b, Node c) {
    if (in.op == Op::copy) return a;
    if (in.op == Op::select_w && c == Provenance::none) return value(in.c, lane, false) != 0 ? a : b;
    return made_by(in, lane, Kind::combined, in.op, a, b, c,
                   {value(in.a, lane, false), value(in.b, lane, false)});
}

Provenance::Node Follower::result_of(const Instruction& in, u32 lane, Node a, Node b, Node c) {
    if (a == Provenance::none && b == Provenance::none && c == Provenance::none) return Provenance::none;
    if (graph_.keeps_formulas()) return formula(in, lane, a, b, c);
    if (is_handed_on(in.op)) return a;
    const bool wide = is_wide(in.op);
    const u64 one = value(in.a, lane, wide), other = value(in.b, lane, wide);
    const Operands operands{one, other, value(in.third(), lane, wide)};
    if (is_sum(in.op)) {
        const bool floats =
            in.op != Op::add_w && in.op != Op::sub_w && in.op != Op::add_q && in.op != Op::sub_q;
        const u64 minus_0 = floats ? u64{1} << (wide ? 63 : 31) : 0;
        return sum(in, lane, in.op, a, b, one == 0 || one == minus_0, other == 0 || other == minus_0,
                   operands);
    }
    if (in.op == Op::select_w || in.op == Op::select_q) {
        const Node taken = value(in.c, lane, false) != 0 ? a : b;
        return c == Provenance::none ? taken
                                     : made_by(in, lane, Kind::pick, in.op, taken, Provenance::none, c,
                                               {value(in.c, lane, false) != 0 ? one : other});
    }
    if (const auto second = takes_second(in.op, one, other))
        return made_by(in, lane, Kind::pick, in.op, *second ? b : a, *second ? a : b, Provenance::none,
                       {*second ? other : one, *second ? one : other});
    if (is_of_bits(in.op) && b == Provenance::none) return part(in, lane, a, one, other);
    if (is_of_bits(in.op) && a == Provenance::none && !is_shift(in.op)) return part(in, lane, b, other, one);
    if (in.op == Op::or_w)
        return graph_.joined({Kind::packed, in.op, a, b, c, in.site, first_invocation_ + lane}, operands);
    return made_by(in, lane, Kind::combined, in.op, a, b, c, operands);
}

void Follower::derive(const Instruction& in) {
    const bool is_atomic = in.op == Op::atomic_buffer || in.op == Op::atomic_shared;
    if (is_atomic && graph_.keeps_formulas())  // it may reach memory later, when other registers are there
        active_->each([&](u32 lane) {
            graph_.decide_if(node(in.a, lane), Decides::address, in.site);
            if (static_cast<Atomic>(in.n) == Atomic::compare)
                graph_.decide_if(node(in.c, lane), Decides::exchange, in.site);
        });
    if (in.op == Op::array_length || in.op == Op::size_image)
        active_->each([&](u32 lane) { give(in, lane, in.d, Provenance::none); });
    if (in.op > Op::index || in.d == no_row) return;
    active_->each([&](u32 lane) {
        give(in, lane, in.d, result_of(in, lane, node(in.a, lane), node(in.b, lane), node(in.third(), lane)));
    });
}

void Follower::divide(const Instruction& in, u32 block) {
    const u32 merge = merges_[block];
    active_->each([&](u32 lane) {
        note(in, lane, Journal::Kind::condition, 1, {}, value(in.a, lane, false));
        const Node condition = node(in.a, lane);
        if (condition == Provenance::none) return;
        graph_.decide_if(condition, Decides::branch, in.site);
        graph_.meet(condition);
        auto& all = lanes_->conditions[lane];
        if (all.empty() || all.back().merge != merge)  // else another round of a loop
            all.push_back({merge, all.empty() ? Provenance::none : all.back().node, {}});
        auto& inner = all.back();
        if (std::ranges::find(inner.met, condition) != inner.met.end()) return;
        inner.met.push_back(condition);
        inner.node = both(in, lane, Op::and_w, inner.node, condition);
    });
}

void Follower::enter(u32 block) {
    active_->each([&](u32 lane) {
        auto& all = lanes_->conditions[lane];
        while (!all.empty() && all.back().merge <= block) all.pop_back();
    });
}

}  // namespace pbp::sim
