// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "common/record/debug_report.hpp"
#include "common/record/pass.hpp"

namespace pbp {

/// The dispatch that made a row.
struct Dispatched {
    InvocationIds::Id groups{1, 1, 1}, local_size{1, 1, 1};

    /// How many of this number of cells each workgroup owns; 0: unknown.
    std::uint32_t share_of(std::size_t cells) const;
    /// Which invocation wrote a cell of the row: "written by invocation 5 of workgroup 2, global id 21".
    /// Empty if unknown.
    std::string owner(const record::Pass& row, std::size_t cell) const;
    /// The number of the workgroup that wrote a cell of the row, x first; 0 if unknown.
    std::uint32_t workgroup_of(const record::Pass& row, std::size_t cell) const;
};

}  // namespace pbp
