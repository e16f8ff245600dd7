// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <functional>

#include "common/sim/kept/provenance.hpp"

namespace pbp::sim {

/// How a value came into a cell from a cell of the row above.
enum class Way : std::uint8_t {
    moved,
    added,
    combined,
    lost,     ///< the other one was smaller, or larger
    decided,  ///< it decided which value came
    placed,   ///< it decided from where, or to where
};

struct Arrow {
    std::uint32_t from = 0;
    Way way = Way::moved;
    std::uint32_t times = 1;  ///< modulo 2^32: how often it was added; more than 2^31: it was subtracted
    bool operator==(const Arrow&) const = default;
    auto operator<=>(const Arrow&) const = default;
};

/// What a cell holds that came from cells of the row above, by their nodes.
class RowAbove {
  public:
    using Node = Provenance::Node;

    /// What came from a node of which `is_older` is true, one of rows further up, is not followed through it.
    /// `steps` is how many nodes may still be looked at, by all who share it: at 0, nothing is found.
    explicit RowAbove(
        const Provenance& graph, std::function<bool(Node)> is_older = [](Node) { return false; },
        std::size_t* steps = nullptr)
        : graph_(graph), is_older_(std::move(is_older)), steps_(steps) {}
    /// The nodes of its cells. A cell may hold bits of a value, such as a key's complement, or a value whose
    /// place or condition others decided: unless another cell holds that value itself, it counts as this
    /// cell's.
    void add(const std::vector<Node>& cells);

    struct Further {
        Node node = Provenance::none;
        Way way = Way::moved;
        std::uint32_t times = 1;
    };
    struct Found {
        std::vector<Arrow> arrows;  ///< by cell, each way once
        std::vector<Further> kept;  ///< what came from `held`
        /// From rows further up, words of memory that are in no row, and values of the invocation's own.
        std::vector<Further> further;
        bool own = false;  ///< a value of the invocation's own was added
    };
    /// Of cells that hold the same node, the one at `cell` is meant, or else the first. `held` is the node of
    /// what the cell held before; none: nothing.
    Found found_in(Node node, std::uint32_t cell, Node held = Provenance::none) const;

  private:
    const Provenance& graph_;
    using Cells = std::unordered_map<Node, std::vector<std::uint32_t>>;
    const std::vector<std::uint32_t>* cells_of(Node node) const;
    /// By what they hold; by the value of which that is bits, or which others decided; and by the one to
    /// which that adds 0.
    Cells cells_, chosen_, inner_;
    std::function<bool(Node)> is_older_;
    std::size_t* steps_;
};

}  // namespace pbp::sim
