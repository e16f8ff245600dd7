// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/check/diagnosis.hpp"
#include "common/check/values.hpp"
#include "common/device/buffer.hpp"
#include "common/record/debug_report.hpp"

namespace pbp {

/// What a diagnosis asks about a dispatch.
struct Dispatched {
    InvocationIds::Id groups{1, 1, 1}, local_size{1, 1, 1};
    std::vector<Handle> reads;        ///< the buffers that it could read
    std::uint32_t number = 0;         ///< counted from 1
    std::uint32_t subgroup_size = 0;  ///< 0: not known
};

/// Where a row stands: a buffer, the shared memory of the last dispatch, or one of several named arrays.
struct Place {
    enum class Kind : std::uint8_t { anywhere, buffer, image, shared, part };
    Kind kind = Kind::anywhere;  ///< anywhere: the input
    Handle number = 0;           ///< of the buffer or image, or of the part
};

/// The last rows that were right, for the diagnosis of the first that is wrong.
class History {
  public:
    void dispatched(Dispatched dispatch) { dispatch_ = std::move(dispatch); }
    /// Keeps a row that was right.
    void keep(Place place, const Values& row) { keep(place, row.words()); }
    void keep(Place place, std::vector<std::uint32_t> words);

    /// What the wrong row shows; `got` equals `expected` in cells that are not compared.
    Diagnosis diagnose(Place place, const std::vector<std::uint32_t>& got,
                       const std::vector<std::uint32_t>& expected, ValueType type, double tolerance,
                       const std::vector<std::uint32_t>* writers) const;
    /// Who wrote the cell of the row just recorded: "written by invocation 5 of workgroup 2, global id 21".
    /// Empty: that is not known.
    std::string owner(std::size_t cell, std::uint32_t got, const std::vector<std::uint32_t>* writers) const;

    /// How many of so many cells each workgroup of the last dispatch owns; 0: that is not known.
    std::uint32_t share_of(std::size_t cells) const;

  private:
    struct Row {
        Place place;
        std::uint32_t dispatch = 0;
        std::vector<std::uint32_t> words;
    };
    /// True where the row is an earlier state of what stands at `place` now.
    bool leads_to(const Row& row, Place place) const;

    Dispatched dispatch_;
    std::vector<Row> rows_;  ///< the newest last
};

}  // namespace pbp
