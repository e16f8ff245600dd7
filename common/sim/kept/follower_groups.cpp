// SPDX-License-Identifier: MIT
// Subgroup operations: what lanes get from each other.
#include <algorithm>

#include "common/sim/kept/follower.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

namespace {

/// The arithmetic by which a subgroup operation joins the values of two lanes, if it adds or picks.
Op op_of(const Instruction& in) {
    const auto* one = std::ranges::find(joinings, static_cast<Group>(in.n), &Joining::group);
    if (one == std::end(joinings) || one->group >= Group::and_) return Op::mul_w;
    return (in.flags & Instruction::wide) != 0 ? one->wide : one->narrow;
}

}  // namespace

void Follower::give_all(const Instruction& in, u32 rows, Mask lanes, const std::array<Node, 128>& made) {
    for (u32 k = 0; k < rows; ++k) lanes.each([&](u32 lane) { give(in, lane, in.d + k, made[lane]); });
}

void Follower::vote(const Instruction& in) {
    const auto group = static_cast<Group>(in.n);
    const u32 words = group >= Group::inverse_ballot && group <= Group::find_msb ? 4 : 1;
    active_->each([&](u32 lane) {
        for (u32 k = 0; k < words && in.a != no_row; ++k)
            graph_.decide_if(node(in.a + k, lane), Decides::other, in.site);
        graph_.decide_if(node(in.b, lane), Decides::other, in.site);
    });
    std::array<Node, 128> made{};
    std::vector<Node> before;  // each lane, and all
    const auto join = [&](auto&& two) {
        Node all = Provenance::none;
        for (u32 lane = 0; lane < size_; ++lane) {
            before.push_back(all);
            if (const Node own = node(in.a, lane); active_->has(lane) && own != Provenance::none)
                all = all == Provenance::none ? own : two(lane, all, own);
        }
        before.push_back(all);
        made.fill(all);
    };
    switch (group) {
        case Group::elect:
            break;
        case Group::all:
        case Group::any:
        case Group::all_equal:
            join([&](u32 lane, Node all, Node own) { return both(in, lane, Op::and_w, all, own); });
            break;
        case Group::ballot:
        case Group::partition:
            join([&](u32 lane, Node all, Node own) {
                return made_by(in, lane, Kind::sum, Op::add_w, all, own);
            });
            if (before.back() != Provenance::none) ballots_[before.back()] = before;
            return give_all(in, 4, *active_, made);
        case Group::bit_count:
            active_->each([&](u32 lane) {
                const auto found = ballots_.find(node(in.a, lane));
                const u32 end = in.x == spv::GroupOperationReduce          ? size_
                                : in.x == spv::GroupOperationInclusiveScan ? lane + 1
                                                                           : lane;
                made[lane] = found == ballots_.end() ? node(in.a, lane) : found->second[end];
            });
            break;
        default:
            active_->each([&](u32 lane) {
                made[lane] = both(in, lane, Op::and_w, node(in.a, lane), node(in.b, lane));
            });
    }
    give_all(in, 1, *active_, made);
}

void Follower::exchange(const Instruction& in, Mask lanes, std::span<const u64> sources) {
    std::array<Node, 128> made{};
    lanes.each([&](u32 lane) {
        const bool chosen = static_cast<Group>(in.n) != Group::broadcast_first;
        made[lane] = placed(in, lane, node(in.a, static_cast<u32>(sources[lane])),
                            chosen ? node(in.b, lane) : Provenance::none);
    });
    give_all(in, 1, lanes, made);
}

void Follower::combine(const Instruction& in, Mask lanes, std::span<const u64> before,
                       std::span<const u64> values) {
    const Op op = op_of(in);
    std::array<Node, 128> made{};
    Node all = Provenance::none;
    bool any = false;
    lanes.each([&](u32 lane) {
        for (u32 k = 0; k < 4 && in.b != no_row; ++k)  // which lanes take part
            graph_.decide_if(node(in.b + k, lane), Decides::branch, in.site);
        if (in.x == spv::GroupOperationExclusiveScan) made[lane] = all;
        const Node own = node(in.a, lane);
        if (!any)
            all = own;
        else if (is_sum(op))
            all = sum(in, lane, op, all, own, before[lane] == 0, values[lane] == 0,
                      {before[lane], values[lane]});
        else if (const auto second = takes_second(op, before[lane], values[lane]))
            all =
                made_by(in, lane, Kind::pick, op, *second ? own : all, *second ? all : own, Provenance::none,
                        {*second ? values[lane] : before[lane], *second ? before[lane] : values[lane]});
        else
            all = made_by(in, lane, Kind::combined, op, all, own, Provenance::none,
                          {before[lane], values[lane]});
        any = true;
        if (in.x == spv::GroupOperationInclusiveScan) made[lane] = all;
    });
    if (in.x == spv::GroupOperationReduce || in.x == spv::GroupOperationClusteredReduce) made.fill(all);
    give_all(in, 1, lanes, made);
}

}  // namespace pbp::sim
