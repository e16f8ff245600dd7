// SPDX-License-Identifier: MIT
#include "common/sim/spirv/flow.hpp"

#include <algorithm>
#include <set>

#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

std::vector<Id> targets_of(const BasicBlock& block) {
    const Statement& last = block.statements.at(block.statements.size() - 1);
    switch (last.opcode) {
        case spv::OpBranch:
            return {last.words[0]};
        case spv::OpBranchConditional:
            return {last.words[1], last.words[2]};
        case spv::OpSwitch: {
            std::vector<Id> targets{last.words[1]};
            for (std::size_t i = 3; i < last.words.size(); i += 2) targets.push_back(last.words[i]);
            return targets;
        }
        case spv::OpReturn:
        case spv::OpReturnValue:
        case spv::OpUnreachable:
            return {};
        default:
            unsupported(last.opcode, last.line);
    }
}

std::vector<std::uint32_t> structured_order(const Function& function) {
    std::map<Id, std::uint32_t> index;
    for (std::uint32_t i = 0; i < function.blocks.size(); ++i) index[function.blocks[i].label] = i;
    struct Visit {
        std::uint32_t block;
        std::vector<Id> next;  ///< to be visited, last one first
    };
    const auto visit = [&](std::uint32_t block) {
        const auto& statements = function.blocks.at(block).statements;
        Visit made{block, targets_of(function.blocks[block])};
        if (statements.size() >= 2) {
            const auto& merge = statements[statements.size() - 2];
            if (merge.opcode == spv::OpLoopMerge) {
                made.next.push_back(merge.words[1]);
                made.next.push_back(merge.words[0]);
            }
            if (merge.opcode == spv::OpSelectionMerge) made.next.push_back(merge.words[0]);
        }
        return made;
    };
    std::vector<Visit> stack{visit(0)};
    std::vector<bool> seen(function.blocks.size());
    std::vector<std::uint32_t> order;
    seen[0] = true;
    while (!stack.empty()) {
        auto& top = stack.back();
        if (top.next.empty()) {
            order.push_back(top.block);
            stack.pop_back();
            continue;
        }
        const auto next = index.at(top.next.back());
        top.next.pop_back();
        if (!seen[next]) {
            seen[next] = true;
            stack.push_back(visit(next));
        }
    }
    std::ranges::reverse(order);
    return order;
}

std::map<Id, Use> uses_of(const Function& function) {
    std::map<Id, Use> uses;
    for (std::uint32_t b = 0; b < function.blocks.size(); ++b)
        for (std::uint32_t s = 0; s < function.blocks[b].statements.size(); ++s)
            if (const Id result = function.blocks[b].statements[s].result; result != 0)
                uses[result] = {b, s, false};
    for (std::uint32_t b = 0; b < function.blocks.size(); ++b)
        for (std::uint32_t s = 0; s < function.blocks[b].statements.size(); ++s) {
            const auto& statement = function.blocks[b].statements[s];
            for (const Id word : statement.words) {
                const auto use = uses.find(word);
                if (use == uses.end()) continue;
                if (use->second.block != b || statement.opcode == spv::OpPhi)
                    use->second.outside = true;
                else
                    use->second.last = std::max(use->second.last, s);
            }
        }
    return uses;
}

std::map<Id, std::uint32_t> parts_used(const Function& function) {
    std::map<Id, std::uint32_t> parts;
    std::set<Id> whole;
    for (const auto& block : function.blocks)
        for (const auto& now : block.statements) {
            const auto& words = now.words;
            std::size_t others = 0;  ///< the first word that may be a use of a whole value
            if (now.opcode == spv::OpCompositeExtract && words[1] < 32) {
                parts[words[0]] |= 1u << words[1];
                others = words.size();
            } else if (now.opcode == spv::OpVectorShuffle) {
                for (const std::uint32_t part : words.from(2))
                    if (part < 32) parts[words[0]] |= 1u << part;
                if (words[1] != words[0]) whole.insert({words[0], words[1]});
                others = words.size();
            }
            for (std::size_t i = others; i < words.size(); ++i) whole.insert(words[i]);
        }
    std::erase_if(parts, [&](const auto& one) { return whole.contains(one.first); });
    return parts;
}

}  // namespace pbp::sim
