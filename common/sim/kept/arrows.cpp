// SPDX-License-Identifier: MIT
#include "common/sim/kept/arrows.hpp"

#include <algorithm>
#include <set>

namespace pbp::sim {

RowAbove::RowAbove(const Provenance& graph, const std::vector<Provenance::Node>& cells) : graph_(graph) {
    for (std::uint32_t cell = 0; cell < cells.size(); ++cell) {
        auto node = cells[cell];
        for (; graph.step(node).kind == Provenance::Kind::part; node = graph.step(node).a)
            cells_[node].push_back(cell);
        if (node != Provenance::none) cells_[node].push_back(cell);
    }
}

// Down from the node, as far as nodes that a cell of the row above holds. What is added stays added below a
// move, and what is compared stays compared below all else.
RowAbove::Found RowAbove::found_in(Provenance::Node node, std::uint32_t cell) const {
    using Kind = Provenance::Kind;
    Found found;
    std::set<std::pair<Provenance::Node, Way>> seen;
    std::set<Arrow> arrows;
    std::vector<std::pair<Provenance::Node, Way>> left{{node, Way::moved}};
    while (!left.empty()) {
        const auto [at, way] = left.back();
        left.pop_back();
        if (at == Provenance::none || !seen.insert({at, way}).second) continue;
        if (const auto held = cells_.find(at); held != cells_.end()) {
            const auto own = std::ranges::find(held->second, cell);
            arrows.insert({own != held->second.end() ? cell : held->second.front(), way});
            continue;
        }
        const auto& step = graph_.step(at);
        const auto then = [&](Provenance::Node operand, Way by) {
            left.push_back({operand, std::max(way, by)});
        };
        switch (step.kind) {
            case Kind::word:
                found.further.push_back(at);
                break;
            case Kind::sum:
                then(step.a, Way::added);
                then(step.b, Way::added);
                found.own |= (step.a == Provenance::none || step.b == Provenance::none) && way <= Way::added;
                break;
            case Kind::pick:
                then(step.a, Way::moved);
                then(step.b, Way::compared);
                then(step.c, Way::compared);
                break;
            case Kind::part:
                then(step.a, Way::moved);
                break;
            case Kind::placed:
                then(step.a, Way::moved);
                then(step.b, Way::placed);
                break;
            default:
                then(step.a, Way::combined);
                then(step.b, Way::combined);
                then(step.c, Way::combined);
        }
    }
    found.arrows.assign(arrows.begin(), arrows.end());
    return found;
}

}  // namespace pbp::sim
