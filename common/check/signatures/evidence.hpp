// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "common/check/inputs.hpp"

namespace pbp {

/// How the work of a pass was spread. 0 where that is not known.
struct Schedule {
    std::uint32_t share = 0;          ///< cells that a workgroup owns, one workgroup behind the other
    std::uint32_t invocations = 0;    ///< of a workgroup
    std::uint32_t subgroup_size = 0;  ///< lanes
    std::uint32_t dispatches = 0;     ///< up to this pass, its own included
};

/// All that a diagnosis may look at: arrays of 32-bit words and the schedule. Never a name.
struct Evidence {
    std::span<const std::uint32_t> expected, got;  ///< of the first wrong pass
    /// What the same cells held before it: one pass before, or one dispatch where nobody saw the passes
    /// within. In a reduction it may be longer. Empty: not known.
    std::span<const std::uint32_t> before = {};
    /// Rows before that one, the newest first; the last may be the input.
    std::vector<std::span<const std::uint32_t>> earlier = {};
    /// By cell, the flat global id of the invocation that wrote it in this pass, plus 1; 0: nobody.
    std::optional<std::span<const std::uint32_t>> writers = {};
    /// By cell, the key that its expected value goes with, where values follow keys (a sort with a payload).
    std::span<const std::uint32_t> keys = {};
    /// Words right before and right behind the cells, which nobody may write: each should be `fill`.
    std::span<const std::uint32_t> guard_before = {}, guard_behind = {};
    Schedule schedule = {};
    ValueType type = ValueType::uint32;
    double tolerance = 0;              ///< by which floats may differ
    std::uint32_t fill = 0xA5A5A5A5u;  ///< what a cell holds that nobody ever wrote
};

}  // namespace pbp
