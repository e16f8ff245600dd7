// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "common/check/inputs.hpp"

namespace pbp {

/// How the work of a pass was distributed. 0 if unknown.
struct Schedule {
    std::uint32_t share = 0;          ///< cells that each workgroup owns, consecutively
    std::uint32_t invocations = 0;    ///< per workgroup
    std::uint32_t subgroup_size = 0;  ///< lanes
    std::uint32_t dispatches = 0;     ///< up to and including this pass
};

/// All that a diagnosis may use: arrays of 32-bit words and the schedule. Never a name.
struct Evidence {
    std::span<const std::uint32_t> expected, got;  ///< of the first wrong pass
    /// What the same cells held before it: one pass before, or one dispatch if the passes within it were not
    /// observed. In a reduction it may be longer. Empty: unknown.
    std::span<const std::uint32_t> before = {};
    /// Rows before that one, newest first; the last may be the input.
    std::vector<std::span<const std::uint32_t>> earlier = {};
    /// Per cell, the flat global id of the invocation that wrote it in this pass, plus 1; 0: none.
    std::optional<std::span<const std::uint32_t>> writers = {};
    /// Per cell, the key that its expected value belongs to, if values follow keys (a sort with a payload).
    std::span<const std::uint32_t> keys = {};
    /// Words directly before and after the cells, which no invocation may write: each should be `fill`.
    std::span<const std::uint32_t> guard_before = {}, guard_after = {};
    Schedule schedule = {};
    ValueType type = ValueType::uint32;
    double tolerance = 0;              ///< by which floats may differ
    std::uint32_t fill = 0xA5A5A5A5u;  ///< what a cell holds that was never written
};

}  // namespace pbp
