// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <vector>

#include "common/sim/spirv/module.hpp"

namespace pbp::sim {

/// The blocks of a function, by index, in an order in which the merge of a construct stands behind all of the
/// construct, and a loop's continue target behind its body: lanes that always run on at the lowest block then
/// meet again where the merge instructions say. (Reverse postorder that visits merges first; Fung and
/// others, "Dynamic Warp Formation and Scheduling", MICRO 2007, compare such schemes.)
std::vector<std::uint32_t> structured_order(const Function& function);

/// The labels that a block's terminator may go to.
std::vector<Id> targets_of(const BasicBlock& block);

/// How far the result of a statement is used.
struct Use {
    std::uint32_t block = 0;  ///< index of the block that makes it
    std::uint32_t last = 0;   ///< the last statement of that block that may use it
    bool outside = false;     ///< another block uses it as well
};

/// For each result in a function, its use. Literals that look like ids count as uses: it errs on the long
/// side.
std::map<Id, Use> uses_of(const Function& function);

}  // namespace pbp::sim
