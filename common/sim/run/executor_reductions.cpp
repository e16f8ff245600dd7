// SPDX-License-Identifier: MIT
// Subgroup operations that combine the values of lanes.
#include <algorithm>
#include <bit>
#include <utility>

#include "common/sim/run/executor.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr auto least = [](auto a, auto b) { return b < a ? b : a; };
constexpr auto most = [](auto a, auto b) { return a < b ? b : a; };

/// Applies an operation to the bits of numbers of one type, of 32 bits or of 64.
template <typename Narrow, typename Wide, typename F>
u64 as(bool wide, u64 a, u64 b, F&& f) {
    if (wide) return std::bit_cast<u64>(f(std::bit_cast<Wide>(a), std::bit_cast<Wide>(b)));
    return std::bit_cast<u32>(
        f(std::bit_cast<Narrow>(static_cast<u32>(a)), std::bit_cast<Narrow>(static_cast<u32>(b))));
}

/// The value of an exclusive scan in its first lane.
u64 identity(Group group, bool wide) {
    switch (group) {
        case Group::mul:
            return 1;
        case Group::mul_f:
            return wide ? std::bit_cast<u64>(1.0) : std::bit_cast<u32>(1.0f);
        case Group::min_i:
            return wide ? 0x7FFFFFFFFFFFFFFFu : 0x7FFFFFFFu;
        case Group::max_i:
            return wide ? u64{1} << 63 : 0x80000000u;
        case Group::min_f:
            return wide ? 0x7FF0000000000000u : 0x7F800000u;
        case Group::max_f:
            return wide ? 0xFFF0000000000000u : 0xFF800000u;
        case Group::min_u:
        case Group::and_:
            return ~u64{0};
        default:
            return 0;
    }
}

}  // namespace

std::uint64_t Executor::combined(Group group, bool wide, u64 a, u64 b) {
    switch (group) {
        case Group::add:
            return a + b;
        case Group::add_f:
            return as<float, double>(wide, a, b, std::plus());
        case Group::mul:
            return a * b;
        case Group::mul_f:
            return as<float, double>(wide, a, b, std::multiplies());
        case Group::min_i:
            return as<std::int32_t, std::int64_t>(wide, a, b, least);
        case Group::min_u:
            return as<u32, u64>(wide, a, b, least);
        case Group::min_f:
            return as<float, double>(wide, a, b, least);
        case Group::max_i:
            return as<std::int32_t, std::int64_t>(wide, a, b, most);
        case Group::max_u:
            return as<u32, u64>(wide, a, b, most);
        case Group::max_f:
            return as<float, double>(wide, a, b, most);
        case Group::and_:
            return a & b;
        case Group::or_:
            return a | b;
        default:
            return a ^ b;
    }
}

// A cluster that no subgroup can hold has no result.
void Executor::refuse_cluster(const Instruction& in, u32 cluster) {
    if (cluster > size_)
        now_->active.each([&](u32 lane) {
            undefined(Fault::undefined_result, in, lane, "an operation on clusters larger than the subgroup");
        });
}

// Reductions and scans over all active lanes, those up to each, those of a cluster, or of a partition.
void Executor::combine(const Instruction& in) {
    const auto group = static_cast<Group>(in.n);
    const bool wide = (in.flags & Instruction::wide) != 0;
    const u32 cluster = in.x == spv::GroupOperationClusteredReduce ? std::max(1u, in.y) : size_;
    if (group == Group::add && !wide && in_a_row_ && cluster == size_ && in.b == no_row && !follower_) {
        const u32* const given = row(in.a) + first_lane_;
        u32 *const made = row(in.d) + first_lane_, sum = 0;
        for (u32 k = 0; k < active_count_; ++k) {  // most often
            const u32 before = std::exchange(sum, sum + given[k]);
            if (in.x != spv::GroupOperationReduce)
                made[k] = in.x == spv::GroupOperationInclusiveScan ? sum : before;
        }
        if (in.x == spv::GroupOperationReduce || in.x == spv::GroupOperationClusteredReduce)
            std::fill_n(made, active_count_, sum);
        return refuse_cluster(in, cluster);
    }
    const auto values = group_values(in);
    const auto together = [&](u32 lane) {
        Mask lanes;
        now_->active.each([&](u32 other) {
            const bool is_in = in.b == no_row ? other / cluster == lane / cluster
                                              : (row(in.b + other / 32)[lane] >> other % 32 & 1u) != 0;
            if (is_in || other == lane) lanes.add(other);
        });
        return lanes;
    };
    std::array<u64, 128> before{};
    for (Mask left = now_->active; !left.empty();) {
        const Mask lanes = together(left.lowest()) & left;
        left = left - lanes;
        u64 sum = 0;
        bool any = false;
        lanes.each([&](u32 lane) {
            if (in.x == spv::GroupOperationExclusiveScan)
                set_group_value(in, lane, any ? sum : identity(group, wide));
            before[lane] = sum;
            sum = any ? combined(group, wide, sum, values[lane]) : values[lane];
            any = true;
            if (in.x == spv::GroupOperationInclusiveScan) set_group_value(in, lane, sum);
        });
        if (in.x == spv::GroupOperationReduce || in.x == spv::GroupOperationClusteredReduce)
            lanes.each([&](u32 lane) { set_group_value(in, lane, sum); });
        if (follower_) follower_->combine(in, lanes, before, values);
    }
    refuse_cluster(in, cluster);
}

}  // namespace pbp::sim
