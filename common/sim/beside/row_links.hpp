// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "common/record/pass.hpp"
#include "common/sim/kept/arrows.hpp"

namespace pbp::sim {

/// A row that has been observed: what its cells hold, and from where.
struct RowNodes {
    std::vector<std::vector<Provenance::Node>> nodes;  ///< of its cells, in each buffer that may hold it
    Values values;
    std::vector<record::CellMark> marks;
    std::uint32_t array = 0;
    std::vector<Handle> buffers;  ///< that hold it
    std::uint64_t pass = 0;       ///< counted from 1; 0: the input
};

/// The rows of an array so far.
class RowsSoFar {
  public:
    using Node = Provenance::Node;
    struct At {
        std::size_t row = 0;
        std::uint32_t cell = 0;
    };
    const std::vector<RowNodes>& all() const { return rows_; }
    void add(RowNodes row);
    /// The last row is in another buffer, too.
    void add_place(Handle buffer, std::vector<Node> nodes);
    /// Where a node was first; null: in no row.
    const At* first(Node node) const;

  private:
    void note(const std::vector<Node>& nodes);
    std::vector<RowNodes> rows_;
    std::unordered_map<Node, At> first_;
};

/// What a row shows of that: its links to the row above, and what its cells added of their own.
struct ObservedRow {
    /// A cell that got a value of a row further up, that from after this pass.
    struct Older {
        std::uint32_t cell = 0, from = 0;
        std::uint64_t pass = 0;
        double value = 0;
        Way way = Way::moved;
    };
    Values values, above;
    std::vector<record::Link> links, placed;  ///< record::Pass::placed
    record::Sum sum;
    std::vector<bool> written;  ///< by cell, in this pass
    /// Of a buffer: record::Pass::writers and lines; of a row that was traced, which has its own: empty.
    std::vector<std::uint32_t> writers = {}, lines = {};
    std::vector<std::uint32_t> traced_by = {};  ///< of a row that was traced: the writers in its trace
    std::uint32_t local_size = 1;               ///< of those writers' workgroups
    std::vector<Older> older = {};
    std::size_t dispatches = 0;  ///< that came before
};

/// Finds the links between the last of some rows and a new one.
class RowLinks {
  public:
    using Node = Provenance::Node;
    /// All of them outlive it; `above` is not empty. `steps`: of the graph, as RowAbove counts them.
    RowLinks(const Provenance& graph, const RowsSoFar& above, const record::Pass& row,
             const std::vector<Node>& nodes, std::size_t& steps);
    /// `met` are the conditions that invocations met meanwhile: what was compared, and then kept.
    ObservedRow found(const std::vector<Node>& met);

  private:
    using u32 = std::uint32_t;
    /// Two cells of the row above, one of which a cell took.
    struct Comparison {
        u32 other = 0;
        bool took_other = false;
    };
    void keep_held(u32 cell);
    void add_older(u32 cell);
    std::optional<Comparison> comparison_of(u32 cell) const;
    bool add_comparison(u32 cell);
    bool is_rewritten(u32 cell, const Arrow& only) const;
    void add_flows(u32 cell);
    void add_places(u32 cell);
    void add_set_cells();
    void add_up(u32 cell, std::span<record::Link> links, bool kept);
    void add_kept(Node condition);
    bool is_constant(u32 cell) const;
    bool is_kept(u32 cell) const;
    bool keeps_its_value(u32 cell) const;
    bool is_absent(u32 cell) const;
    bool gives_nothing(u32 cell, Way way) const;

    const Provenance& graph_;
    const record::Pass& row_;
    const std::vector<Node>& nodes_;
    const RowsSoFar& so_far_;
    const RowNodes& above_;
    const RowNodes* held_ = nullptr;  ///< the last row of the same array
    std::unordered_set<Node> held_before_;
    RowAbove cells_, before_held_;  ///< the row above; and, as none, those of that array before
    std::vector<RowAbove::Found> found_;
    std::vector<bool> is_moved_;  ///< a cell of the row above went into this row as it was
    ObservedRow seen_;
    std::vector<u32> own_;
};

}  // namespace pbp::sim
