// SPDX-License-Identifier: MIT
#include "common/sim/kept/arrows.hpp"

#include <algorithm>
#include <map>

namespace pbp::sim {

namespace {

using Node = Provenance::Node;

/// What decided for a cell may depend on all cells of all earlier passes, such as a loop that ends once
/// nothing is swapped. The nearest are what was compared.
constexpr int most_deciders = 64;

/// In which ways a cell depends on a node.
struct Share {
    bool moved = false, combined = false, lost = false, decided = false, placed = false;
    std::uint32_t added = 0;

    bool counts() const { return moved || added != 0; }
    bool flows() const { return counts() || combined || lost; }
    bool matters() const { return flows() || decided; }
    void join(const Share& other) {
        moved |= other.moved;
        combined |= other.combined;
        lost |= other.lost;
        decided |= other.decided;
        placed |= other.placed;
        added += other.added;
    }
    template <typename F>
    void each(F&& f) const {
        if (moved) f(Way::moved, 1u);
        if (added != 0) f(Way::added, added);
        if (combined) f(Way::combined, 1u);
        if (lost) f(Way::lost, 1u);
        if (decided) f(Way::decided, 1u);
        if (placed) f(Way::placed, 1u);
    }
};

bool is_subtraction(Op op) {
    return op == Op::sub_w || op == Op::sub_f || op == Op::sub_q || op == Op::sub_d;
}

/// How a node that a cell depends on hands that on to its operands.
void hand_on(const Provenance::Step& step, const Share& share, auto&& to) {
    using Kind = Provenance::Kind;
    Share as_addend = share, subtracted = share, mixed = share, loser = {}, decider = {};
    as_addend.moved = false;
    as_addend.added += share.moved ? 1 : 0;
    subtracted = as_addend;
    subtracted.added = 0 - as_addend.added;
    mixed.moved = false;
    mixed.added = 0;
    mixed.combined |= share.counts();
    loser.placed = decider.placed = share.placed;
    loser.decided = share.decided && !share.flows();
    loser.lost = share.matters() && !loser.decided;
    decider.decided = share.matters();
    switch (step.kind) {
        case Kind::none:
        case Kind::word:
        case Kind::constant:
        case Kind::stored:
            return;
        case Kind::sum:
            to(step.a, as_addend);
            return to(step.b, is_subtraction(step.op) ? subtracted : as_addend);
        case Kind::pick:
            to(step.a, share);
            to(step.b, loser);
            return to(step.c, decider);
        case Kind::part:
            return to(step.a, share);
        case Kind::placed:
            to(step.a, share);
            return to(step.b, Share{.placed = true});
        case Kind::packed:
        case Kind::combined:
            to(step.a, mixed);
            to(step.b, mixed);
            return to(step.c, mixed);
    }
}

}  // namespace

void RowAbove::add(const std::vector<Node>& cells) {
    for (std::uint32_t cell = 0; cell < cells.size(); ++cell) {
        if (cells[cell] == Provenance::none) continue;
        cells_[cells[cell]].push_back(cell);
        bool adds = false;
        for (auto node = cells[cell], of = graph_.inner(node); of != Provenance::none;
             node = of, of = graph_.inner(of)) {
            adds |= graph_.step(node).kind == Provenance::Kind::sum;
            (adds ? inner_ : chosen_)[of].push_back(cell);
            if (graph_.is_distinguished(of)) break;  // a cell of an older row
        }
    }
}

const std::vector<std::uint32_t>* RowAbove::cells_of(Node node) const {
    for (const auto* cells : {&cells_, &chosen_})
        if (const auto held = cells->find(node); held != cells->end()) return &held->second;
    if (is_older_(node)) {  // unless a cell of the row above has it without the 0 that it adds
        for (auto of = graph_.inner(node); of != Provenance::none; of = graph_.inner(of))
            if (const auto held = cells_.find(of); held != cells_.end()) return &held->second;
        return nullptr;
    }
    const auto made = inner_.find(node);
    return made == inner_.end() ? nullptr : &made->second;
}

// Operands are older than what they make: the nodes below a cell come in falling order, each once, with all
// the ways in which the cell depends on it.
RowAbove::Found RowAbove::found_in(Node node, std::uint32_t cell, Node held) const {
    Found found;
    std::vector<Node> before;  // what the cell held
    for (; held != Provenance::none; held = graph_.inner(held)) before.push_back(held);
    const auto is_before = [&](Node one) { return std::ranges::find(before, one) != before.end(); };
    const auto has_own = [&](Node one) {
        const auto* those = cells_of(one);
        return is_before(one) || (those != nullptr && std::ranges::find(*those, cell) != those->end());
    };
    // Another cell may hold the same value by other means: the cell's own one goes before.
    const auto is_of_own = [&](Node one) {
        const auto& step = graph_.step(one);
        return one == node &&
               (step.kind == Provenance::Kind::sum || step.kind == Provenance::Kind::combined) &&
               !has_own(one) && (has_own(step.a) || has_own(step.b));
    };
    std::map<Node, Share, std::greater<>> left;
    std::map<std::pair<std::uint32_t, Way>, std::uint32_t> arrows;
    const auto add = [&](Node operand, const Share& share) {
        if (operand != Provenance::none) left[operand].join(share);
    };
    add(node, {.moved = true});
    int deciders = 0;
    while (!left.empty()) {
        const auto [at, share] = *left.begin();
        left.erase(left.begin());
        if (steps_ != nullptr && (*steps_ == 0 || --*steps_ == 0)) return {};
        if (!share.flows() && ++deciders > most_deciders) continue;
        if (is_before(at)) {
            share.each([&, at = at](Way way, std::uint32_t times) {
                found.kept.push_back({at, way, times});
            });
            continue;
        }
        if (const auto* those = cells_of(at); those != nullptr && !is_of_own(at)) {
            const auto own = std::ranges::find(*those, cell) != those->end();
            share.each([&](Way way, std::uint32_t times) {
                auto& so_far = arrows[{own ? cell : those->front(), way}];
                so_far = way == Way::added ? so_far + times : 1;
            });
            continue;
        }
        const auto& step = graph_.step(at);
        const bool ends = step.kind == Provenance::Kind::word || is_older_(at);
        const bool is_own =
            step.kind == Provenance::Kind::constant ||
            (step.kind == Provenance::Kind::pick && step.a == Provenance::none && step.b == Provenance::none);
        if (ends || is_own)
            share.each([&, at = at](Way way, std::uint32_t times) {
                found.further.push_back({at, way, times});
            });
        if (ends) continue;
        if (step.kind == Provenance::Kind::sum && share.counts() &&
            (step.a == Provenance::none || step.b == Provenance::none)) {
            found.own = true;
            found.further.push_back({at, Way::added, 1});
        }
        hand_on(step, share, add);
    }
    for (const auto& [which, times] : arrows)
        if (times != 0) found.arrows.push_back({which.first, which.second, times});
    return found;
}

}  // namespace pbp::sim
