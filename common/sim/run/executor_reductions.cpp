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

template <typename T>
T min_of(T a, T b) {
    return b < a ? b : a;
}
template <typename T>
T max_of(T a, T b) {
    return a < b ? b : a;
}

/// Applies an operation to the bits of numbers of one type.
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

/// The value of an exclusive scan in its first lane.
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
    const u32 cluster = in.x == spv::GroupOperationClusteredReduce ? std::max(1u, in.y) : size_;
    if (group == Group::add_w && in_a_row_ && cluster == size_ && in.b == no_row && !follower_) {
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
                set_group_value(in, lane, any ? sum : identity(group));
            before[lane] = sum;
            sum = any ? combined(group, sum, values[lane]) : values[lane];
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
