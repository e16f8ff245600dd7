// SPDX-License-Identifier: MIT
// Subgroup operations: GL_KHR_shader_subgroup, ARB_shader_ballot, ARB_shader_group_vote.
#include <algorithm>
#include <bit>

#include "common/sim/code/decoder.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

namespace {

struct Known {
    std::uint32_t opcode;
    Group group;
};

constexpr Known arithmetic_groups[] = {
    {spv::OpGroupNonUniformIAdd, Group::add},        {spv::OpGroupNonUniformFAdd, Group::add_f},
    {spv::OpGroupNonUniformIMul, Group::mul},        {spv::OpGroupNonUniformFMul, Group::mul_f},
    {spv::OpGroupNonUniformSMin, Group::min_i},      {spv::OpGroupNonUniformUMin, Group::min_u},
    {spv::OpGroupNonUniformFMin, Group::min_f},      {spv::OpGroupNonUniformSMax, Group::max_i},
    {spv::OpGroupNonUniformUMax, Group::max_u},      {spv::OpGroupNonUniformFMax, Group::max_f},
    {spv::OpGroupNonUniformBitwiseAnd, Group::and_}, {spv::OpGroupNonUniformBitwiseOr, Group::or_},
    {spv::OpGroupNonUniformBitwiseXor, Group::xor_}, {spv::OpGroupNonUniformLogicalAnd, Group::and_},
    {spv::OpGroupNonUniformLogicalOr, Group::or_},   {spv::OpGroupNonUniformLogicalXor, Group::xor_}};

constexpr Known exchanges[] = {{spv::OpGroupNonUniformBroadcast, Group::broadcast},
                               {spv::OpGroupNonUniformBroadcastFirst, Group::broadcast_first},
                               {spv::OpGroupNonUniformShuffle, Group::shuffle},
                               {spv::OpGroupNonUniformShuffleXor, Group::shuffle_xor},
                               {spv::OpGroupNonUniformShuffleUp, Group::shuffle_up},
                               {spv::OpGroupNonUniformShuffleDown, Group::shuffle_down},
                               {spv::OpGroupNonUniformRotateKHR, Group::rotate},
                               {spv::OpGroupNonUniformQuadBroadcast, Group::quad_broadcast},
                               {spv::OpGroupNonUniformQuadSwap, Group::quad_swap},
                               {spv::OpSubgroupFirstInvocationKHR, Group::broadcast_first},
                               {spv::OpSubgroupReadInvocationKHR, Group::broadcast}};

constexpr Known votes[] = {{spv::OpGroupNonUniformElect, Group::elect},
                           {spv::OpGroupNonUniformAll, Group::all},
                           {spv::OpGroupNonUniformAny, Group::any},
                           {spv::OpSubgroupAllKHR, Group::all},
                           {spv::OpSubgroupAnyKHR, Group::any}};

constexpr Known ballots[] = {{spv::OpGroupNonUniformInverseBallot, Group::inverse_ballot},
                             {spv::OpGroupNonUniformBallotBitExtract, Group::bit_extract},
                             {spv::OpGroupNonUniformBallotBitCount, Group::bit_count},
                             {spv::OpGroupNonUniformBallotFindLSB, Group::find_lsb},
                             {spv::OpGroupNonUniformBallotFindMSB, Group::find_msb}};

}  // namespace

bool Decoder::groups(const Statement& now) {
    // KHR operations have the scope first, ARB operations have none.
    const bool khr =
        (now.opcode >= spv::OpGroupNonUniformElect && now.opcode <= spv::OpGroupNonUniformQuadSwap) ||
        now.opcode == spv::OpGroupNonUniformRotateKHR;
    const auto operand = [&](std::size_t i) { return now.words[i + (khr ? 1 : 0)]; };
    const auto has = [&](std::size_t i) { return i + (khr ? 1 : 0) < now.words.size(); };
    const auto find = [&](const auto& known) {
        const auto* one = std::ranges::find(known, now.opcode, &Known::opcode);
        return one == std::end(known) ? nullptr : one;
    };
    const auto make = [&](Group group, Row d, Row a, Row b = no_row) -> Instruction& {
        auto& made = emit(Op::group, d, a, b);
        made.n = static_cast<std::uint8_t>(group);
        return made;
    };
    if (const auto* vote = find(votes)) {
        Value made = result(now.type);
        make(vote->group, made.rows.at(0),
             vote->group == Group::elect ? no_row : value(operand(0)).rows.at(0));
        bind(now, std::move(made));
        return true;
    }
    if (now.opcode == spv::OpGroupNonUniformAllEqual || now.opcode == spv::OpSubgroupAllEqualKHR) {
        const Value a = value(operand(0));
        Row all = no_row;
        for (const Row row : a.rows) {
            const Row d = scratch();
            auto& one = make(Group::all_equal, d, row);
            if (is_wide(a.type)) one.flags |= Instruction::wide;
            all = all == no_row ? d : binary(Op::and_w, all, d, false);
        }
        bind(now, Value{now.type, {all}});
        return true;
    }
    if (now.opcode == spv::OpGroupNonUniformBallot || now.opcode == spv::OpSubgroupBallotKHR) {
        const Row d = result_rows(4);
        make(Group::ballot, d, value(operand(0)).rows.at(0));
        bind(now, Value{now.type, {d, d + 1, d + 2, d + 3}});
        return true;
    }
    if (now.opcode == spv::OpGroupNonUniformPartitionNV) {
        partition(now);
        return true;
    }
    if (const auto* ballot = find(ballots)) {
        const bool counts =
            ballot->group == Group::bit_count;  // has an operand for what it counts: all, up to, below
        const Value bits = value(operand(counts ? 1 : 0));
        const Row a = contiguous(scalars_of(module(), bits.type), bits, 0, bits.rows.size());
        Value made = result(now.type);
        auto& one = make(ballot->group, made.rows.at(0), a,
                         ballot->group == Group::bit_extract ? value(operand(1)).rows.at(0) : no_row);
        if (counts) one.x = operand(0);
        bind(now, std::move(made));
        return true;
    }
    if (const auto* exchange = find(exchanges)) {
        const Value given = value(operand(0));
        const Row other = has(1) ? value(operand(1)).rows.at(0) : no_row;
        const auto cluster = exchange->group == Group::rotate && has(2) ? constant_word(operand(2)) : 0;
        if (cluster != 0 && !std::has_single_bit(cluster))
            malformed("a cluster has {} lanes, which is no power of two", cluster);
        by_scalar(now, [&](Row made, std::size_t i) {
            auto& one = make(exchange->group, made, given.rows.at(i), other);
            one.x = cluster;
            one.y = now.opcode == spv::OpGroupNonUniformBroadcast ? 1 : 0;
            if (is_wide(given.type)) one.flags |= Instruction::wide;
        });
        return true;
    }
    if (const auto* one = find(arithmetic_groups)) {
        reduce(now, one->group);
        return true;
    }
    return false;
}

// The lanes that have the same value in all of its components.
void Decoder::partition(const Statement& now) {
    const Value a = value(now.words[0]);
    std::vector<Row> all;
    for (const Row row : a.rows) {
        const Row d = result_rows(4);
        auto& one = emit(Op::group, d, row);
        one.n = static_cast<std::uint8_t>(Group::partition);
        if (is_wide(a.type)) one.flags |= Instruction::wide;
        for (Row k = 0; k < 4; ++k)
            if (all.size() < 4)
                all.push_back(d + k);
            else
                all[k] = binary(Op::and_w, all[k], d + k, false);
    }
    bind(now, Value{now.type, all});
}

void Decoder::reduce(const Statement& now, Group group) {
    auto operation = now.words[1];
    Row lanes = no_row;
    if (operation >= spv::GroupOperationPartitionedReduceNV &&
        operation <= spv::GroupOperationPartitionedExclusiveScanNV) {
        operation -= spv::GroupOperationPartitionedReduceNV;  // in the order of those without
        const Value partition = value(now.words[3]);
        lanes = contiguous(scalars_of(module(), partition.type), partition, 0, partition.rows.size());
    }
    if (operation > spv::GroupOperationClusteredReduce) unsupported(now.opcode, line_);
    const Value given = value(now.words[2]);
    if (scalar_of(given.type).is_narrow() && operation == spv::GroupOperationExclusiveScan &&
        group >= Group::min_i && group <= Group::max_f)
        throw Unsupported("exclusive scans for a minimum or a maximum of 8 or 16 bits", line_);
    const bool wide = is_wide(given.type);
    const auto cluster = operation == spv::GroupOperationClusteredReduce ? constant_word(now.words[3]) : 0;
    by_scalar(now, [&](Row made, std::size_t i) {
        auto& sum = emit(Op::group, made, given.rows.at(i), lanes);
        sum.n = static_cast<std::uint8_t>(group);
        if (wide) sum.flags |= Instruction::wide;
        sum.x = operation;
        sum.y = cluster;
    });
}

}  // namespace pbp::sim
