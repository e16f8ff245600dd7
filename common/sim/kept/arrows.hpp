// SPDX-License-Identifier: MIT
#pragma once

#include <compare>

#include "common/sim/kept/provenance.hpp"

namespace pbp::sim {

/// How a value came into a cell from a cell of the row above.
enum class Way : std::uint8_t { moved, added, combined, compared, placed };

struct Arrow {
    std::uint32_t from = 0;
    Way way = Way::moved;
    bool operator==(const Arrow&) const = default;
    auto operator<=>(const Arrow&) const = default;
};

/// What a cell holds that came from cells of the row above, by their nodes.
class RowAbove {
  public:
    /// A cell that holds bits of a value, a key's complement for one, stands for the value, too.
    RowAbove(const Provenance& graph, const std::vector<Provenance::Node>& cells);
    struct Found {
        std::vector<Arrow> arrows;              ///< by cell, each way once
        std::vector<Provenance::Node> further;  ///< words of memory that are in no cell of it
        bool own = false;                       ///< a value of the invocation's own was added
    };
    /// Of cells that hold the same node, the one at `cell` is meant, or else the first.
    Found found_in(Provenance::Node node, std::uint32_t cell) const;

  private:
    const Provenance& graph_;
    std::unordered_map<Provenance::Node, std::vector<std::uint32_t>> cells_;
};

}  // namespace pbp::sim
