// SPDX-License-Identifier: MIT
// Subgroup operations: the active lanes exchange, vote, reduce. An inactive lane has no value.
#include <algorithm>
#include <bit>
#include <cmath>

#include "common/sim/run/executor.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

std::uint64_t Executor::group_value(const Instruction& in, u32 lane) {
    return (in.flags & Instruction::wide) != 0 ? value64(in.a, lane) : u64{row(in.a)[lane]};
}

std::array<std::uint64_t, 128> Executor::group_values(const Instruction& in) {
    std::array<u64, 128> values{};
    now_->active.each([&](u32 lane) { values[lane] = group_value(in, lane); });
    return values;
}

void Executor::set_group_value(const Instruction& in, u32 lane, u64 value) {
    if ((in.flags & Instruction::wide) != 0) {
        row(in.d)[2 * lane] = static_cast<u32>(value);
        row(in.d)[2 * lane + 1] = static_cast<u32>(value >> 32);
    } else {
        row(in.d)[lane] = static_cast<u32>(value);
    }
}

void Executor::group(const Instruction& in) {
    switch (static_cast<Group>(in.n)) {
        case Group::elect:
        case Group::all:
        case Group::any:
        case Group::all_equal:
            if (follower_) follower_->vote(in);
            return vote(in);
        case Group::ballot:
        case Group::partition:
        case Group::inverse_ballot:
        case Group::bit_extract:
        case Group::bit_count:
        case Group::find_lsb:
        case Group::find_msb:
            if (follower_) follower_->vote(in);
            return ballot(in);
        case Group::broadcast:
        case Group::broadcast_first:
        case Group::shuffle:
        case Group::shuffle_xor:
        case Group::shuffle_up:
        case Group::shuffle_down:
        case Group::rotate:
        case Group::quad_broadcast:
        case Group::quad_swap:
            return exchange(in);
        default:
            return combine(in);
    }
}

void Executor::vote(const Instruction& in) {
    const Mask active = now_->active;
    const auto all = [&](bool value) { active.each([&](u32 lane) { row(in.d)[lane] = value ? 1 : 0; }); };
    switch (static_cast<Group>(in.n)) {
        case Group::elect: {
            const u32 first = active.lowest();
            return active.each([&](u32 lane) { row(in.d)[lane] = lane == first ? 1 : 0; });
        }
        case Group::all:
            return all(where(in.a) == active);
        case Group::any:
            return all(!where(in.a).empty());
        default: {
            const u64 first = group_value(in, active.lowest());
            bool same = true;
            active.each([&](u32 lane) { same = same && group_value(in, lane) == first; });
            return all(same);
        }
    }
}

void Executor::ballot(const Instruction& in) {
    const auto group = static_cast<Group>(in.n);
    const auto put = [&](u32 lane, const Mask& found) {
        const u32 words[4] = {static_cast<u32>(found.low), static_cast<u32>(found.low >> 32),
                              static_cast<u32>(found.high), static_cast<u32>(found.high >> 32)};
        for (u32 word = 0; word < 4; ++word) row(in.d + word)[lane] = words[word];
    };
    if (group == Group::ballot) {
        const Mask found = where(in.a);
        return now_->active.each([&](u32 lane) { put(lane, found); });
    }
    if (group == Group::partition) {
        const auto values = group_values(in);
        return now_->active.each([&](u32 lane) {
            Mask alike;
            now_->active.each([&](u32 other) {
                if (values[other] == values[lane]) alike.add(other);
            });
            put(lane, alike);
        });
    }
    const auto bit = [&](u32 number, u32 lane) { return row(in.a + number / 32)[lane] >> number % 32 & 1u; };
    const auto count = [&](u32 lane) {
        const u32 end = in.x == spv::GroupOperationReduce          ? size_
                        : in.x == spv::GroupOperationInclusiveScan ? lane + 1
                                                                   : lane;
        u32 set = 0;
        for (u32 number = 0; number < end; ++number) set += bit(number, lane);
        return set;
    };
    const auto lowest = [&](u32 lane) {
        u32 number = 0;
        while (number < size_ && bit(number, lane) == 0) ++number;
        return number < size_ ? number : ~0u;
    };
    const auto highest = [&](u32 lane) {
        u32 number = size_;
        while (number > 0 && bit(number - 1, lane) == 0) --number;
        return number - 1;
    };
    const u32 first = now_->active.lowest();
    const auto differs = [&](u32 lane) {
        bool any = false;
        for (u32 word = 0; word < 4; ++word) any |= row(in.a + word)[lane] != row(in.a + word)[first];
        return any;
    };
    now_->active.each([&](u32 lane) {
        u32& d = row(in.d)[lane];
        switch (group) {
            case Group::inverse_ballot:
                d = bit(lane, lane);
                if (differs(lane))
                    undefined(Fault::undefined_result, in, lane,
                              "subgroupInverseBallot of a value that differs between lanes");
                return;
            case Group::bit_extract:
                d = row(in.b)[lane] < 128 ? bit(row(in.b)[lane], lane) : 0;
                if (row(in.b)[lane] >= size_)
                    undefined(Fault::undefined_result, in, lane,
                              "subgroupBallotBitExtract of a bit beyond the subgroup");
                return;
            case Group::bit_count:
                return void(d = count(lane));
            case Group::find_lsb:
                d = lowest(lane);
                break;
            default:
                d = highest(lane);
                break;
        }
        if (d == ~0u)
            undefined(Fault::undefined_result, in, lane,
                      group == Group::find_lsb ? "subgroupBallotFindLSB of an empty ballot"
                                               : "subgroupBallotFindMSB of an empty ballot");
    });
}

// Each active lane gets the value of another; an inactive one has none.
void Executor::exchange(const Instruction& in) {
    const auto group = static_cast<Group>(in.n);
    const Mask active = now_->active;
    const auto source = [&](u32 lane) -> u64 {
        if (group == Group::broadcast_first) return active.lowest();
        const u32 b = row(in.b)[lane];
        switch (group) {
            case Group::shuffle_xor:
                return lane ^ b;
            case Group::shuffle_up:
                return u64{lane} - b;
            case Group::shuffle_down:
                return u64{lane} + b;
            case Group::rotate: {
                const u32 last = (in.x == 0 ? size_ : std::min(in.x, size_)) - 1;
                return (lane & ~last) + ((lane + b) & last);
            }
            case Group::quad_broadcast:
                return (lane & ~3u) + b;
            case Group::quad_swap:
                return lane ^ (b + 1u);
            default:
                return b;
        }
    };
    const auto values = group_values(in);
    const Garbage given = garbage_in(in.a),
                  which = garbage_in(group == Group::broadcast_first ? no_row : in.b);
    Mask taken;  ///< lanes that get garbage
    Mask without;
    std::array<u64, 128> sources{};
    active.each([&](u32 lane) {
        const u64 from = sources[lane] = source(lane);
        const bool is_there = from < size_ && active.has(static_cast<u32>(from));
        if (!is_there) without.add(lane);
        if (is_there && given.lanes.has(static_cast<u32>(from))) taken.add(lane);
        set_group_value(in, lane, is_there ? values[from] : 0);
    });
    if (now_->garbage_rows != 0) set_garbage(in, in.d, joined(which, {taken, given.origin}));
    if (follower_) follower_->exchange(in, active - without, sources);
    if (group == Group::rotate) refuse_cluster(in, in.x);
    if (in.y != 0)
        active.each([&](u32 lane) {
            if (sources[lane] != sources[active.lowest()])
                undefined(Fault::undefined_result, in, lane,
                          "subgroupBroadcast from a lane that is not the same for all");
        });
    without.each([&](u32 lane) {
        make_garbage({.fault = Fault::absent_lane, .number = sources[lane], .limit = size_}, in, lane, in.d);
    });
}

}  // namespace pbp::sim
