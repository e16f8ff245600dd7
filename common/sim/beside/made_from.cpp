// SPDX-License-Identifier: MIT
#include "common/sim/beside/made_from.hpp"

#include <array>
#include <limits>
#include <map>
#include <unordered_set>
#include <vector>

#include "common/sim/report/names.hpp"

namespace pbp::sim {

namespace {

using Node = Provenance::Node;
using StepKind = Provenance::Kind;

/// True if a name such as "particles[3].velocity.y" has a part called that.
bool has_part(const std::string& name, const std::string& part) {
    for (std::size_t at = name.find(part); at != name.npos; at = name.find(part, at + 1)) {
        const auto end = at + part.size();
        if ((at == 0 || name[at - 1] == '.') && (end == name.size() || name[end] == '.' || name[end] == '['))
            return true;
    }
    return false;
}

/// The nodes that a step is made of, by operand; none where an operand is no node.
std::array<Node, 3> parents(const Provenance::Step& step) {
    if (step.kind == StepKind::stored) return {step.a, Provenance::none, Provenance::none};
    if (step.kind == StepKind::word || step.kind == StepKind::constant || step.kind == StepKind::none)
        return {};
    return {step.a, step.b, step.c};
}

/// True if something on the way from memory to a stored value had one of these values.
bool is_made_from(const Provenance& graph, Node stored, const std::unordered_set<std::uint64_t>& values) {
    std::vector<Node> open{graph.step(stored).a};
    std::unordered_set<Node> seen;
    while (!open.empty()) {
        const Node node = open.back();
        open.pop_back();
        const auto& step = graph.step(node);
        if (node == Provenance::none || step.kind == StepKind::stored || !seen.insert(node).second) continue;
        const auto from = parents(step);
        for (std::size_t k = 0; k < from.size(); ++k) {
            if (from[k] == Provenance::none) continue;
            if (values.contains(graph.operands(node)[k])) return true;
            open.push_back(from[k]);
        }
    }
    return false;
}

}  // namespace

std::uint64_t made_from_new(Simulator& simulator, const std::string& of, const std::string& member) {
    using Words = std::map<std::pair<const Memory*, std::uint64_t>, std::uint64_t>;
    using Invocation = std::pair<std::uint32_t, std::uint32_t>;  // the dispatch, and who
    const auto& graph = *simulator.provenance();
    if (graph.is_full()) return std::numeric_limits<std::uint64_t>::max();
    Words held;
    std::map<Invocation, std::unordered_set<std::uint64_t>> made;
    std::vector<std::pair<Node, Invocation>> asked;
    for (Node node = 1; node <= graph.size(); ++node) {
        const auto& step = graph.step(node);
        if (step.kind != StepKind::stored && step.kind != StepKind::word) continue;
        const auto& event = graph.event(node);
        if (step.kind == StepKind::word) held[{event.memory, step.a}] = event.value;
        if (step.kind == StepKind::word || event.place.space != Place::Space::buffer) continue;
        const auto name = name_of(*simulator.ran().at(event.dispatch - 1).code, event.place);
        const Invocation who{event.dispatch, step.invocation};
        const auto [before, is_first] = held.try_emplace({event.memory, event.place.word}, event.value);
        const auto from = graph.step(step.a).kind;  // a constant says nothing of where a value came from
        if (has_part(name, member) && from != StepKind::none && from != StepKind::constant &&
            (is_first || before->second != event.value))
            made[who].insert(event.value);
        before->second = event.value;
        if (has_part(name, of)) asked.emplace_back(node, who);
    }
    std::uint64_t count = 0;
    for (const auto& [node, who] : asked)
        if (const auto values = made.find(who); values != made.end())
            count += is_made_from(graph, node, values->second) ? 1 : 0;
    return count;
}

}  // namespace pbp::sim
