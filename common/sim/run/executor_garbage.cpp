// SPDX-License-Identifier: MIT
// Values without meaning: undefined results, NaNs, variables and shared memory that nobody has set. They may
// be copied and computed with, also in shared memory; they do harm once they are stored in a buffer or an
// image, used as an address, or decide a branch. As in Memcheck (Seward and Nethercote, USENIX 2005), but
// only while a subgroup has any.
#include <algorithm>

#include "common/sim/code/functions.hpp"
#include "common/sim/code/verify.hpp"
#include "common/sim/run/executor.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

// Of very many origins, the first are enough.
std::uint32_t Executor::origins(std::vector<u32> all) {
    constexpr std::size_t most = 8;
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    all.resize(std::min(all.size(), most));
    const auto [at, is_new] = origin_numbers_.try_emplace(all, static_cast<u32>(origins_.size()));
    if (is_new) origins_.push_back(std::move(all));
    return at->second;
}

Garbage Executor::joined(const Garbage& a, const Garbage& b) {
    if (a.lanes.empty()) return b;
    if (b.lanes.empty()) return a;
    const Mask lanes = a.lanes | b.lanes;
    if (a.origin == b.origin) return {lanes, a.origin, a.bits | b.bits};
    auto all = origins_[a.origin];
    all.insert(all.end(), origins_[b.origin].begin(), origins_[b.origin].end());
    return {lanes, origins(std::move(all)), a.bits | b.bits};
}

void Executor::spoil(Row row, const Garbage& more) {
    if (row == no_row || more.lanes.empty()) return;
    if (now_->garbage.empty()) now_->garbage.resize(code_.rows);
    Garbage& one = now_->garbage[row];
    if (one.lanes.empty()) ++now_->garbage_rows;
    one = joined(one, more);
}

void Executor::set_garbage(const Instruction& in, Row row, const Garbage& value) {
    Garbage& one = now_->garbage[row];
    const bool had = !one.lanes.empty();
    const bool masked = (in.flags & Instruction::masked) != 0;
    one.lanes = masked ? one.lanes - now_->active : Mask{};
    one = joined(one, {value.lanes & now_->active, value.origin, value.bits});
    now_->garbage_rows += (one.lanes.empty() ? 0u : 1u) - (had ? 1u : 0u);
}

Garbage Executor::garbage_in(Row first, u32 rows) {
    Garbage all;
    if (first == no_row || now_->garbage_rows == 0) return all;
    for (Row row = first; row < first + rows; ++row) {
        const Garbage& one = now_->garbage[row];
        all = joined(all, {one.lanes & now_->active, one.origin, one.bits});
    }
    return all;
}

void Executor::do_harm(const Garbage& garbage, const Instruction& in) {
    if (garbage.lanes.empty()) return;
    for (const u32 origin : origins_[garbage.origin]) {
        if (origin < Garbage::unset) {
            dispatch_.findings.does_harm(origin);
            continue;
        }
        // Most often the variable itself still says which lanes have not set it.
        const u32 number = origin - Garbage::unset;
        const Mask still = now_->garbage[code_.unset[number]].lanes & garbage.lanes;
        const Mask lanes = still.empty() ? garbage.lanes : still;
        dispatch_.found({.fault = Fault::unset_variable,
                         .here = {in.site, invocation(lanes.lowest())},
                         .number = number,
                         .times = lanes.count()});
    }
}

Garbage Executor::garbage_of(Row row, u32 lane) const {
    if (row == no_row || now_->garbage.empty() || !now_->garbage[row].lanes.has(lane)) return {};
    return {Mask::only(lane), now_->garbage[row].origin, now_->garbage[row].bits};
}

// What a word of shared memory holds from now on.
void Executor::keep_garbage(std::size_t word, const Garbage& garbage) {
    if (garbage.lanes.empty())
        now_->group->spoiled.erase(word);
    else
        now_->group->spoiled.insert_or_assign(word, garbage);
}

Garbage Executor::garbage_at(std::size_t word, u32 lane) const {
    const auto found = now_->group->spoiled.find(word);
    if (found == now_->group->spoiled.end()) return {};
    return {Mask::only(lane), found->second.origin, found->second.bits};
}

// The result of an atomic in shared memory is what the word held; most leave a mixture of that and their
// operands.
void Executor::pass_on_in_atomic(const Instruction& in, std::size_t word, u32 lane) {
    const auto operation = static_cast<Atomic>(in.n);
    const Garbage old = garbage_at(word, lane);
    spoil(in.d, old);
    if (operation == Atomic::load) return;
    const bool replaces = operation == Atomic::store || operation == Atomic::exchange;
    Garbage all = joined(garbage_of(in.b, lane), garbage_of(in.c, lane));
    if (!replaces) {
        all = joined(all, old);
        all.bits = ~0u;
    }
    keep_garbage(word, all);
}

void Executor::make_garbage(Finding made, const Instruction& in, u32 lane, Row row) {
    made.here = {in.site, invocation(lane)};
    made.harmless = true;
    spoil(row, {Mask::only(lane), origins({static_cast<u32>(dispatch_.found(made))})});
}

void Executor::undefined(Fault fault, const Instruction& in, u32 lane, const char* reason) {
    make_garbage({.fault = fault, .reason = reason}, in, lane, in.d);
}

namespace {

using u32 = std::uint32_t;

u32 field(u32 offset, u32 count) {
    return offset >= 32 ? 0u : (count >= 32 ? ~0u : (1u << count) - 1u) << offset;
}

/// The bits of a result that have no meaning, if those of its operands x, y and z have none.
u32 bits_without_meaning(const Instruction& in, u32 x, u32 y, u32 z, u32 in_x, u32 in_y, u32 in_z) {
    static const u32 insert = function_of("bitfieldInsert"), extract = function_of("bitfieldExtract.u");
    switch (in.op) {
        case Op::copy:
        case Op::not_w:
            return in_x;
        case Op::xor_w:
            return in_x | in_y;
        case Op::and_w:
            return (in_x | in_y) & (in_x | x) & (in_y | y);
        case Op::or_w:  // true || x, where x is a truth value
            if ((in_x == 0 && x == 1 && y <= 1) || (in_y == 0 && y == 1 && x <= 1)) return 0;
            return (in_x | in_y) & (in_x | ~x) & (in_y | ~y);
        case Op::mul_w:
            return (in_x == 0 && x == 0) || (in_y == 0 && y == 0) ? 0u : ~0u;
        case Op::shl_w:
            return in_y != 0 ? ~0u : in_x << (y & 31u);
        case Op::shr_u:
            return in_y != 0 ? ~0u : in_x >> (y & 31u);
        default:
            break;
    }
    if (in.op != Op::call_w3) return ~0u;
    if (in.x == insert && in_z == 0) {  // z is offset and count
        const u32 mask = field(z >> 16, z & 0xFFFFu);
        return (in_x & ~mask) | (mask == 0 ? 0u : in_y << (z >> 16) & mask);
    }
    if (in.x == extract && (in_y | in_z) == 0 && y < 32) return (in_x & field(y, z)) >> y;
    return ~0u;
}

}  // namespace

// The operands decide, unless a part of them does not matter: the other side of ?:, 0 * x, bits that are
// masked off or inserted over, true || x.
Garbage Executor::garbage_of_result(const Instruction& in) {
    const Garbage a = garbage_in(in.a), b = garbage_in(in.b), c = garbage_in(in.third());
    if (in.op == Op::select_w || in.op == Op::select_q) {
        const Mask chosen = where(in.c);
        return joined({c.lanes, c.origin},
                      joined({a.lanes & chosen, a.origin, a.bits}, {b.lanes - chosen, b.origin, b.bits}));
    }
    Garbage all = joined(a, joined(b, c));
    u32 bits = 0;
    all.lanes.each([&](u32 lane) {
        const auto operand = [&](Row r) { return r == no_row ? 0 : row(r)[lane]; };
        const auto without = [&](const Garbage& one) { return one.lanes.has(lane) ? one.bits : 0u; };
        const u32 left = bits_without_meaning(in, operand(in.a), operand(in.b), operand(in.third()),
                                              without(a), without(b), without(c));
        if (left == 0) all.lanes = all.lanes - Mask::only(lane);
        bits |= left;
    });
    all.bits = bits;
    return all;
}

// Before an instruction: which lanes of its result are garbage, and whether its operands do harm.
void Executor::pass_on_garbage(const Instruction& in) {
    const auto clear = [&](u32 rows) {
        for (Row row = in.d; row < in.d + rows; ++row) set_garbage(in, row, {});
    };
    switch (in.op) {
        case Op::load_buffer:
        case Op::load_shared:
        case Op::array_length:
        case Op::size_image:
            do_harm(garbage_in(in.a), in);
            return clear(widths_of(in).d);
        case Op::store_buffer:
            do_harm(garbage_in(in.a), in);
            return do_harm(garbage_in(in.b, in.n), in);
        case Op::store_shared:
            return do_harm(garbage_in(in.a), in);
        case Op::atomic_shared:
            do_harm(garbage_in(in.a), in);
            return clear(1);
        case Op::atomic_buffer:
        case Op::atomic_image:
            do_harm(garbage_in(in.a, in.op == Op::atomic_image ? in.x : 1), in);
            do_harm(joined(garbage_in(in.b), garbage_in(in.c)), in);
            return clear(1);
        case Op::fetch_image:
            do_harm(garbage_in(in.b), in);
            [[fallthrough]];
        case Op::load_image:
        case Op::sample_image:
            do_harm(garbage_in(in.a, in.n), in);
            return clear(4);
        case Op::store_image: {
            do_harm(garbage_in(in.a, in.n), in);
            const ImageMemory* const image = dispatch_.images[in.y];
            u32 channels = 0;
            while (image != nullptr && channels < 4 && image->format->bits[channels] != 0) ++channels;
            return do_harm(garbage_in(in.b, channels), in);
        }
        case Op::load_local: {
            Garbage found;
            now_->active.each([&](u32 lane) {
                const u32 offset = row(in.a)[lane];
                if (offset == nowhere || !now_->garbage[in.x + offset].lanes.has(lane)) return;
                const Garbage& one = now_->garbage[in.x + offset];
                found = joined(found, {Mask::only(lane), one.origin, one.bits});
            });
            do_harm(garbage_in(in.a), in);
            return set_garbage(in, in.d, found);
        }
        case Op::store_local: {
            const Garbage given = garbage_in(in.b);
            do_harm(garbage_in(in.a), in);
            return now_->active.each([&](u32 lane) {
                const u32 offset = row(in.a)[lane];
                if (offset == nowhere) return;
                Garbage& one = now_->garbage[in.x + offset];
                if (given.lanes.has(lane))
                    return spoil(in.x + offset, {Mask::only(lane), given.origin, given.bits});
                if (one.lanes.empty()) return;
                one.lanes = one.lanes - Mask::only(lane);
                if (one.lanes.empty()) --now_->garbage_rows;
            });
        }
        case Op::branch:
        case Op::choose:
            return do_harm(garbage_in(in.a), in);
        case Op::group:
            return pass_on_in_group(in);
        default:
            if (in.d != no_row) set_garbage(in, in.d, garbage_of_result(in));
    }
}

// What a lane reads of others is as good as theirs; exchange() does this itself.
void Executor::pass_on_in_group(const Instruction& in) {
    const auto group = static_cast<Group>(in.n);
    if (group == Group::elect) return set_garbage(in, in.d, {});
    if (group >= Group::inverse_ballot && group <= Group::find_msb)
        return set_garbage(in, in.d, joined(garbage_in(in.a, 4), garbage_in(in.b)));
    if (is_exchange(group)) return;
    Garbage all = garbage_in(in.a);
    if (!all.lanes.empty()) {
        const u32 from = in.x == spv::GroupOperationInclusiveScan   ? all.lanes.lowest()
                         : in.x == spv::GroupOperationExclusiveScan ? all.lanes.lowest() + 1
                                                                    : 0;
        all.lanes = now_->active - Mask::first(from);
    }
    for (Row row = in.d; row < in.d + widths_of(in).d; ++row) set_garbage(in, row, all);
}

}  // namespace pbp::sim
