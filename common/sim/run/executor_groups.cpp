// SPDX-License-Identifier: MIT
// Subgroup operations: the active lanes exchange, vote, add up. A lane that does not take part has no value.
#include <algorithm>
#include <bit>
#include <cmath>

#include "common/sim/run/executor.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

template <typename T>
T min_of(T a, T b) {
    return b < a ? b : a;
}
template <typename T>
T max_of(T a, T b) {
    return a < b ? b : a;
}

/// Applies an operation to bits that stand for numbers of one type.
template <typename T, typename F>
u64 as(u64 a, u64 b, F&& f) {
    if constexpr (sizeof(T) == 4) {
        return std::bit_cast<u32>(
            static_cast<T>(f(std::bit_cast<T>(static_cast<u32>(a)), std::bit_cast<T>(static_cast<u32>(b)))));
    } else {
        return std::bit_cast<u64>(static_cast<T>(f(std::bit_cast<T>(a), std::bit_cast<T>(b))));
    }
}

u64 combined(Group group, u64 a, u64 b) {
    using i32 = std::int32_t;
    using i64 = std::int64_t;
    switch (group) {
        case Group::add_w:
        case Group::add_q:
            return a + b;
        case Group::mul_w:
        case Group::mul_q:
            return a * b;
        case Group::add_f:
            return as<float>(a, b, [](float x, float y) { return x + y; });
        case Group::mul_f:
            return as<float>(a, b, [](float x, float y) { return x * y; });
        case Group::add_d:
            return as<double>(a, b, [](double x, double y) { return x + y; });
        case Group::mul_d:
            return as<double>(a, b, [](double x, double y) { return x * y; });
        case Group::min_i:
            return as<i32>(a, b, min_of<i32>);
        case Group::max_i:
            return as<i32>(a, b, max_of<i32>);
        case Group::min_u:
            return as<u32>(a, b, min_of<u32>);
        case Group::max_u:
            return as<u32>(a, b, max_of<u32>);
        case Group::min_f:
            return as<float>(a, b, min_of<float>);
        case Group::max_f:
            return as<float>(a, b, max_of<float>);
        case Group::min_l:
            return as<i64>(a, b, min_of<i64>);
        case Group::max_l:
            return as<i64>(a, b, max_of<i64>);
        case Group::min_m:
            return min_of(a, b);
        case Group::max_m:
            return max_of(a, b);
        case Group::min_d:
            return as<double>(a, b, min_of<double>);
        case Group::max_d:
            return as<double>(a, b, max_of<double>);
        case Group::and_w:
        case Group::and_q:
            return a & b;
        case Group::or_w:
        case Group::or_q:
            return a | b;
        default:
            return a ^ b;
    }
}

/// What an exclusive scan gives its first lane.
u64 identity(Group group) {
    switch (group) {
        case Group::mul_w:
        case Group::mul_q:
            return 1;
        case Group::mul_f:
            return std::bit_cast<u32>(1.0f);
        case Group::mul_d:
            return std::bit_cast<u64>(1.0);
        case Group::min_i:
            return 0x7FFFFFFFu;
        case Group::max_i:
            return 0x80000000u;
        case Group::min_l:
            return 0x7FFFFFFFFFFFFFFFu;
        case Group::max_l:
            return u64{1} << 63;
        case Group::min_f:
            return 0x7F800000u;
        case Group::max_f:
            return 0xFF800000u;
        case Group::min_d:
            return 0x7FF0000000000000u;
        case Group::max_d:
            return 0xFFF0000000000000u;
        case Group::min_u:
        case Group::min_m:
        case Group::and_w:
        case Group::and_q:
            return ~u64{0};
        default:
            return 0;
    }
}

}  // namespace

void Executor::group(const Instruction& in) {
    const auto group = static_cast<Group>(in.n);
    const bool wide = (in.flags & Instruction::wide) != 0;
    const Mask active = now_->active;
    const auto read = [&](Row r, u32 lane) { return wide ? value64(r, lane) : u64{row(r)[lane]}; };
    const auto write = [&](u32 lane, u64 value) {
        if (wide) {
            row(in.d)[2 * lane] = static_cast<u32>(value);
            row(in.d)[2 * lane + 1] = static_cast<u32>(value >> 32);
        } else {
            row(in.d)[lane] = static_cast<u32>(value);
        }
    };
    const auto all = [&](u32 value) { active.each([&](u32 lane) { row(in.d)[lane] = value; }); };
    /// Each active lane gets the value of another; one that takes no part has none.
    const auto exchange = [&](auto&& source) {
        u64 values[128] = {};
        active.each([&](u32 lane) { values[lane] = read(in.a, lane); });
        active.each([&](u32 lane) {
            const u64 from = source(lane);
            if (from >= size_ || !active.has(static_cast<u32>(from))) {
                report(Fault::absent_lane, in, lane, from, size_);
                return write(lane, 0);
            }
            write(lane, values[from]);
        });
    };
    const auto bits = [&](u32 word, u32 lane) { return row(in.a + word)[lane]; };
    switch (group) {
        case Group::elect: {
            const u32 first = active.lowest();
            active.each([&](u32 lane) { row(in.d)[lane] = lane == first ? 1 : 0; });
            return;
        }
        case Group::all:
            return all(where(in.a) == active ? 1 : 0);
        case Group::any:
            return all(where(in.a).empty() ? 0 : 1);
        case Group::all_equal: {
            const u64 first = read(in.a, active.lowest());
            bool same = true;
            active.each([&](u32 lane) { same = same && read(in.a, lane) == first; });
            return all(same ? 1 : 0);
        }
        case Group::broadcast:
        case Group::shuffle:
            return exchange([&](u32 lane) { return u64{row(in.b)[lane]}; });
        case Group::broadcast_first:
            return exchange([&](u32) { return u64{active.lowest()}; });
        case Group::shuffle_xor:
            return exchange([&](u32 lane) { return u64{lane ^ row(in.b)[lane]}; });
        case Group::shuffle_up:
        case Group::shuffle_down: {
            // A lane beyond the subgroup's ends has no value, but nobody minds if that is not used.
            u64 values[128] = {};
            active.each([&](u32 lane) { values[lane] = read(in.a, lane); });
            active.each([&](u32 lane) {
                const u64 by = row(in.b)[lane];
                const u64 from = group == Group::shuffle_up ? u64{lane} - by : u64{lane} + by;
                write(lane, from < size_ && active.has(static_cast<u32>(from)) ? values[from] : 0);
            });
            return;
        }
        case Group::quad_broadcast:
            return exchange([&](u32 lane) { return u64{(lane & ~3u) + row(in.b)[lane]}; });
        case Group::quad_swap:
            return exchange([&](u32 lane) { return u64{lane ^ (row(in.b)[lane] + 1u)}; });
        case Group::ballot: {
            const Mask found = where(in.a);
            const u32 words[4] = {static_cast<u32>(found.low), static_cast<u32>(found.low >> 32),
                                  static_cast<u32>(found.high), static_cast<u32>(found.high >> 32)};
            active.each([&](u32 lane) {
                for (u32 word = 0; word < 4; ++word) row(in.d + word)[lane] = words[word];
            });
            return;
        }
        case Group::inverse_ballot:
            active.each([&](u32 lane) { row(in.d)[lane] = bits(lane / 32, lane) >> lane % 32 & 1u; });
            return;
        case Group::bit_extract:
            active.each([&](u32 lane) {
                const u32 bit = row(in.b)[lane];
                row(in.d)[lane] = bit < 128 ? bits(bit / 32, lane) >> bit % 32 & 1u : 0;
            });
            return;
        case Group::bit_count:
            active.each([&](u32 lane) {
                const u32 end = in.x == spv::GroupOperationReduce          ? size_
                                : in.x == spv::GroupOperationInclusiveScan ? lane + 1
                                                                           : lane;
                u32 count = 0;
                for (u32 bit = 0; bit < end; ++bit) count += bits(bit / 32, lane) >> bit % 32 & 1u;
                row(in.d)[lane] = count;
            });
            return;
        case Group::find_lsb:
        case Group::find_msb:
            active.each([&](u32 lane) {
                u32 found = ~0u;
                for (u32 bit = 0; bit < size_; ++bit)
                    if ((bits(bit / 32, lane) >> bit % 32 & 1u) != 0) {
                        found = bit;
                        if (group == Group::find_lsb) break;
                    }
                row(in.d)[lane] = found;
            });
            return;
        default:
            break;
    }
    // Arithmetic over all active lanes, those up to each, or those of a cluster.
    const u32 cluster = in.x == spv::GroupOperationClusteredReduce ? std::max(1u, in.y) : size_;
    u64 values[128] = {};
    active.each([&](u32 lane) { values[lane] = read(in.a, lane); });
    for (u32 first = 0; first < size_; first += cluster) {
        Mask lanes;
        for (u32 lane = first; lane < std::min(first + cluster, size_); ++lane)
            if (active.has(lane)) lanes.add(lane);
        if (lanes.empty()) continue;
        u64 sum = 0;
        bool any = false;
        lanes.each([&](u32 lane) {
            if (in.x == spv::GroupOperationExclusiveScan) write(lane, any ? sum : identity(group));
            sum = any ? combined(group, sum, values[lane]) : values[lane];
            any = true;
            if (in.x == spv::GroupOperationInclusiveScan) write(lane, sum);
        });
        if (in.x == spv::GroupOperationReduce || in.x == spv::GroupOperationClusteredReduce)
            lanes.each([&](u32 lane) { write(lane, sum); });
    }
}

}  // namespace pbp::sim
