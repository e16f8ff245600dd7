// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <vector>

#include "common/sim/spirv/module.hpp"

namespace pbp::sim {

/// The blocks of a function, by index, ordered so that the merge block of a construct comes after the whole
/// construct, and a loop's continue target after its body: lanes that always continue at the lowest block
/// then reconverge where the merge instructions say. (Reverse postorder that visits merges first; Fung and
/// others, "Dynamic Warp Formation and Scheduling", MICRO 2007, compare such schemes.)
std::vector<std::uint32_t> structured_order(const Function& function);

/// The labels that a block's terminator may jump to.
std::vector<Id> targets_of(const BasicBlock& block);

/// The live range of a statement's result.
struct Use {
    std::uint32_t block = 0;  ///< index of the block that defines it
    std::uint32_t last = 0;   ///< the last statement of that block that may use it
    bool outside = false;     ///< another block uses it too
};

/// For each result in a function, its use. Literals that look like ids count as uses: the range may be too
/// long, never too short.
std::map<Id, Use> uses_of(const Function& function);

/// The components, as bits, of vectors that are used only to take constant components out of them. Literals
/// that look like ids count as uses of the whole. A vector shuffled with itself has two bits per component.
std::map<Id, std::uint32_t> parts_used(const Function& function);

}  // namespace pbp::sim
