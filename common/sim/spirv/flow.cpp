// SPDX-License-Identifier: MIT
#include "common/sim/spirv/flow.hpp"

#include <algorithm>

#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

std::vector<Id> targets_of(const BasicBlock& block) {
    const Statement& last = block.statements.back();
    const auto word = [&](std::size_t i) {
        if (i >= last.words.size()) malformed("{} lacks its targets", name_of_opcode(last.opcode));
        return last.words[i];
    };
    switch (last.opcode) {
        case spv::OpBranch:
            return {word(0)};
        case spv::OpBranchConditional:
            return {word(1), word(2)};
        case spv::OpSwitch: {
            std::vector<Id> targets{word(1)};
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
    const auto found = [&](Id label) {
        const auto at = index.find(label);
        if (at == index.end()) malformed("%{} is no block", label);
        return at->second;
    };
    struct Visit {
        std::uint32_t block;
        std::vector<Id> next;  ///< to be visited, the last first
    };
    const auto visit = [&](std::uint32_t block) {
        const auto& statements = function.blocks[block].statements;
        Visit made{block, targets_of(function.blocks[block])};
        if (statements.size() >= 2) {
            const auto& merge = statements[statements.size() - 2];
            if (merge.opcode == spv::OpLoopMerge && merge.words.size() >= 2) {
                made.next.push_back(merge.words[1]);
                made.next.push_back(merge.words[0]);
            }
            if (merge.opcode == spv::OpSelectionMerge && !merge.words.empty())
                made.next.push_back(merge.words[0]);
        }
        return made;
    };
    std::vector<bool> seen(function.blocks.size());
    std::vector<std::uint32_t> order;
    std::vector<Visit> stack{visit(0)};
    seen[0] = true;
    while (!stack.empty()) {
        auto& top = stack.back();
        if (top.next.empty()) {
            order.push_back(top.block);
            stack.pop_back();
            continue;
        }
        const auto next = found(top.next.back());
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

}  // namespace pbp::sim
