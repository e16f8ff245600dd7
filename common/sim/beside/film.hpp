// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "common/sim/beside/history.hpp"
#include "common/sim/spirv/module.hpp"

namespace pbp::sim {

/// One store, in words.
struct FilmStep {
    Provenance::Node node = Provenance::none;
    std::uint64_t pass = 0;
    std::string file, text;  ///< of the shader, and that line of it
    int line = 0;
    std::uint32_t invocation = 0, workgroup = 0;  ///< the former within the latter
    std::string words;  ///< what was made of what: "tile[0] = 3 (tile[0]) + 4 (tile[1]) -> 7"
    /// What its value, its address and the conditions of the store were made of: other stores, and words that
    /// were there before.
    std::vector<Provenance::Node> from;

    /// "invocation 1 of workgroup 0"
    std::string who() const;
};

/// Tells what a history has, store by store.
class Film {
  public:
    using Node = Provenance::Node;
    using Kind = Provenance::Kind;
    explicit Film(const History& history) : history_(history), graph_(history.graph()) {}

    FilmStep step(Node stored) const;
    /// "tile[3]", as the shader has it, or "data[3]" for a cell of a row; of a word of the input
    /// "input element 3".
    std::string name(Node node) const;
    /// The same after what it holds: "7 (tile[3])".
    std::string held(Node node) const;
    /// What a node was made of: what was stored, or traced, before a certain store, and words that were there
    /// before all; each once.
    std::vector<Node> sources(Node node, Node before) const;
    /// The stores, and the words that were there before, that some nodes came from, and those nodes: the last
    /// one first.
    std::vector<Node> slice(const std::set<Node, std::greater<>>& nodes) const;

  private:
    /// What mattered besides the operands of an expression, which is evaluated before a certain store.
    struct Others {
        Node before = Provenance::none;
        std::vector<Node> decided, found, placed;
        std::size_t operations = 0;  ///< so far
    };
    using Written = std::tuple<std::string, int, std::string>;  ///< a file, a line of it, and that line
    const Written& written(const Simulator::Ran& ran, std::uint32_t site) const;
    Node source(Node node, Node before) const;
    std::string made(const FilmStep& step) const;
    std::string expression(Node node, std::uint64_t bits, Type::Kind type, Others& others) const;
    std::string operation(Node node, Type::Kind type, Others& others) const;
    std::string list(const std::vector<Node>& nodes) const;
    Type::Kind type_of(Node node) const;
    bool keeps(Node stored) const;

    const History& history_;
    const Provenance& graph_;
    mutable std::map<std::pair<const Code*, std::uint32_t>, Written> written_;  ///< of each site
};

}  // namespace pbp::sim
