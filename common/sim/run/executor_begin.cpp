// SPDX-License-Identifier: MIT
// A subgroup's registers before its first instruction: constants, uniforms, and lane ids.
#include "common/sim/run/executor.hpp"
#include "common/sim/run/lanes.hpp"
#include "common/sim/spirv/layout.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

Executor::Executor(Dispatch& dispatch)
    : dispatch_(dispatch),
      code_(dispatch.code),
      size_(dispatch.settings.subgroup_size),
      lanes_((size_ + 7) / 8 * 8),
      constants_(static_cast<std::size_t>(dispatch.code.rows) * lanes_),
      steps_(dispatch.steps),
      last_moments_(dispatch.code.instructions.size(), {Moment{}, no_moment}),
      chance_(static_cast<u32>(dispatch.settings.seed)),
      costliest_(dispatch.code.instructions.size()) {
    for (const Instruction& in : code_.instructions) {
        const bool atomic =
            in.op == Op::atomic_buffer || in.op == Op::atomic_shared || in.op == Op::atomic_image;
        narrow_atomics_ |=
            atomic && (in.flags & (Instruction::near_atomic | Instruction::nearer_atomic)) != 0;
        weak_barriers_ |= in.op == Op::barrier && in.n != spv::ScopeSubgroup && !orders_shared(in);
    }
    if (steps_ != nullptr)
        steps_->begin({code_, static_cast<u32>(dispatch.group_count()), size_, lanes_,
                       dispatch.subgroup_count(), dispatch.buffers, dispatch.uniforms, dispatch.provenance});
    if (dispatch.provenance != nullptr) follower_.emplace(*dispatch.provenance, code_, size_, lanes_);
    is_watched_ = follower_ || steps_ != nullptr;
    const auto& local = dispatch.local;
    for (u32 flat = 0; flat < dispatch.subgroup_count() * size_ + lanes_; ++flat)
        for (u32 k = 0, below = 1; k < 3; below *= local[k++])
            local_ids_[k].push_back(k < 2 ? flat / below % local[k] : flat / below);
    registers_ = constants_.data();
    for (const auto& [at, bits] : code_.constants) std::fill_n(row(at), lanes_, bits);
    for (const auto& [at, bits] : code_.wide_constants)
        for (u32 lane = 0; lane < lanes_; ++lane) {
            row(at)[2 * lane] = static_cast<u32>(bits);
            row(at)[2 * lane + 1] = static_cast<u32>(bits >> 32);
        }
    std::size_t word = 0;
    for (const auto& uniform : code_.uniforms)
        for (const auto& scalar : scalars_of(code_.module, uniform.type))
            for (u32 part = 0; part < scalar.rows(); ++part) {
                const u32 bits = dispatch.uniforms.at(word++);
                u32* const words = row(uniform.row + scalar.row);
                for (u32 lane = 0; lane < lanes_; ++lane)
                    if (scalar.is_wide())
                        words[2 * lane + part] = bits;
                    else
                        words[lane] = bits;
            }
}

PBP_VECTORISED void Executor::begin(Subgroup& subgroup) {
    subgroup.registers = constants_;
    subgroup.lane_mask.assign(lanes_, 0);
    registers_ = subgroup.registers.data();
    if (follower_) follower_->begin(subgroup.followed);
    if (follower_ && subgroup.index == 0) dispatch_.provenance->fill(subgroup.group->shared);
    const auto& local = dispatch_.local;
    const auto& group = *subgroup.group;
    const u32 first = subgroup.index * size_;
    const auto fill = [&](Row at, auto&& value) {
        u32* const made = row(at);
        const u32 lanes = lanes_;
        PBP_LANES_APART
        for (u32 lane = 0; lane < lanes; ++lane) made[lane] = value(lane);
    };
    const auto bits_where = [&](Row at, auto&& holds) {  // 4 words, bit l for lane l
        for (u32 word = 0; word < 4; ++word)
            fill(at + word, [&](u32 lane) {
                u32 bits = 0;
                for (u32 bit = 0; bit < 32; ++bit)
                    if (32 * word + bit < size_ && holds(32 * word + bit, lane)) bits |= 1u << bit;
                return bits;
            });
    };
    for (const auto& [at, builtin] : code_.builtins) {
        for (u32 k = 0; k < 3; ++k) {
            const Row place = at + k;
            const u32* const ids = &local_ids_[k][first];
            const u32 before = group.id[k] * local[k];
            switch (builtin) {
                case spv::BuiltInNumWorkgroups:
                    fill(place, [&](u32) { return dispatch_.groups[k]; });
                    break;
                case spv::BuiltInWorkgroupSize:
                    fill(place, [&](u32) { return local[k]; });
                    break;
                case spv::BuiltInWorkgroupId:
                    fill(place, [&](u32) { return group.id[k]; });
                    break;
                case spv::BuiltInLocalInvocationId:
                    fill(place, [=](u32 lane) { return ids[lane]; });
                    break;
                case spv::BuiltInGlobalInvocationId:
                    fill(place, [=](u32 lane) { return before + ids[lane]; });
                    break;
                default:
                    break;
            }
        }
        switch (builtin) {
            case spv::BuiltInLocalInvocationIndex:
                fill(at, [&](u32 lane) { return first + lane; });
                break;
            case spv::BuiltInSubgroupSize:
                fill(at, [&](u32) { return size_; });
                break;
            case spv::BuiltInNumSubgroups:
                fill(at, [&](u32) { return dispatch_.subgroup_count(); });
                break;
            case spv::BuiltInSubgroupId:
                fill(at, [&](u32) { return subgroup.index; });
                break;
            case spv::BuiltInSubgroupLocalInvocationId:
                fill(at, [&](u32 lane) { return lane; });
                break;
            case spv::BuiltInSubgroupEqMask:
                bits_where(at, [](u32 bit, u32 lane) { return bit == lane; });
                break;
            case spv::BuiltInSubgroupGeMask:
                bits_where(at, [](u32 bit, u32 lane) { return bit >= lane; });
                break;
            case spv::BuiltInSubgroupGtMask:
                bits_where(at, [](u32 bit, u32 lane) { return bit > lane; });
                break;
            case spv::BuiltInSubgroupLeMask:
                bits_where(at, [](u32 bit, u32 lane) { return bit <= lane; });
                break;
            case spv::BuiltInSubgroupLtMask:
                bits_where(at, [](u32 bit, u32 lane) { return bit < lane; });
                break;
            default:
                break;
        }
    }
    const u32 count = dispatch_.local_count();
    subgroup.exists = subgroup.active = Mask::first(std::min(size_, count - first));
    now_ = &subgroup;
    mask_ = subgroup.lane_mask.data();
    set_active(subgroup.exists);
    for (u32 i = 0; i < code_.unset.size(); ++i)
        spoil(code_.unset[i], {subgroup.exists, origins({Garbage::unset + i})});
    if (steps_ != nullptr) steps_->begin_subgroup(group.number, subgroup.index, registers_, group.shared);
    subgroup.next = code_.blocks[0].first;
    ++dispatch_.counters.blocks[0].runs;
    dispatch_.counters.blocks[0].lanes += active_count_;
}

}  // namespace pbp::sim
