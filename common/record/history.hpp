// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/check/signatures/diagnosis.hpp"
#include "common/record/debug_report.hpp"
#include "common/record/pass.hpp"

namespace pbp {

/// What a diagnosis needs to know about one dispatch.
struct Dispatched {
    InvocationIds::Id groups{1, 1, 1}, local_size{1, 1, 1};
    std::vector<Handle> reads;        ///< the buffers that it could read
    std::uint32_t number = 0;         ///< counted from 1
    std::uint32_t subgroup_size = 0;  ///< 0: unknown
};

/// The most recent correct rows, for the diagnosis of the first wrong one.
class History {
  public:
    void dispatched(Dispatched dispatch) { dispatch_ = std::move(dispatch); }
    /// Keeps a correct row.
    void keep(const record::Pass& pass);

    /// The diagnosis of the wrong row.
    Diagnosis diagnose(const record::Pass& wrong) const;
    /// Which invocation wrote a cell of the row just recorded: "written by invocation 5 of workgroup 2,
    /// global id 21". Empty if unknown.
    std::string owner(const record::Pass& wrong, std::size_t cell) const;

    /// How many of this number of cells each workgroup of the last dispatch owns; 0: unknown.
    std::uint32_t share_of(std::size_t cells) const;

  private:
    /// True if the row is an earlier state of what is at `place` now.
    bool leads_to(const record::Pass& row, record::Place place) const;

    Dispatched dispatch_;
    std::vector<record::Pass> rows_;  ///< newest last
};

}  // namespace pbp
