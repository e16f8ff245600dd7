// SPDX-License-Identifier: MIT
#include "common/sim/beside/row_links.hpp"

#include <algorithm>
#include <map>

namespace pbp::sim {

using record::CellMark, record::Link, record::LinkKind;

namespace {

constexpr std::size_t most_links_per_cell = 16;  // on average: more are no picture
constexpr std::uint32_t most_times = 8;          // that one cell is added, link by link
using u32 = std::uint32_t;

}  // namespace

void RowsSoFar::note(const std::vector<Node>& nodes) {
    for (u32 cell = 0; cell < nodes.size(); ++cell)
        first_.try_emplace(nodes[cell], At{rows_.size() - 1, cell});
}

void RowsSoFar::add(RowNodes row) {
    rows_.push_back(std::move(row));
    for (const auto& nodes : rows_.back().nodes) note(nodes);
}

void RowsSoFar::add_place(Handle buffer, std::vector<Node> nodes) {
    auto& row = rows_.back();
    if (std::ranges::find(row.nodes, nodes) != row.nodes.end()) return;
    note(nodes);
    row.nodes.push_back(std::move(nodes));
    row.buffers.push_back(buffer);
}

const RowsSoFar::At* RowsSoFar::first(Node node) const {
    const auto found = first_.find(node);
    return found == first_.end() ? nullptr : &found->second;
}

RowLinks::RowLinks(const Provenance& graph, const RowsSoFar& so_far, const record::Pass& row,
                   const std::vector<Node>& nodes, std::size_t& steps)
    : graph_(graph),
      row_(row),
      nodes_(nodes),
      so_far_(so_far),
      above_(so_far.all().back()),
      cells_(
          graph,
          [this](Node node) {
              const auto* at = so_far_.first(node);
              return at != nullptr && at->row + 1 < so_far_.all().size();
          },
          &steps),
      before_held_(
          graph, [this](Node node) { return held_before_.contains(node); }, &steps),
      is_moved_(row.values.size()),
      seen_{row.values, above_.values, {}, {}, {}, {}, {}},
      own_(row.values.size()) {
    for (const auto& all : above_.nodes) cells_.add(all);
    for (const auto& one : so_far.all())
        if (one.array == row.sum.array) held_ = &one;
    const bool apart = held_ != nullptr && held_ != &above_ && !held_->nodes.empty();
    for (const auto& one : so_far.all())
        if (apart && one.array == row.sum.array && &one != held_)
            for (const auto& all : one.nodes) held_before_.insert(all.begin(), all.end());
    for (u32 cell = 0; cell < nodes.size(); ++cell) {
        const auto held =
            apart && cell < held_->nodes.front().size() ? held_->nodes.front()[cell] : Provenance::none;
        found_.push_back(cells_.found_in(nodes[cell], cell, held));
        if (held != Provenance::none) keep_held(cell);
        for (const auto& [from, way, times] : found_.back().arrows)
            if (way == Way::moved && from < is_moved_.size()) is_moved_[from] = true;
    }
}

// Sums may be added up in another order than before: where all that the cell held is in it, it was kept.
void RowLinks::keep_held(u32 cell) {
    auto& found = found_[cell];
    if (!found.kept.empty()) return;
    std::map<Node, u32> left;  // how often what came before that array is in it
    const auto add = [&](Node node, u32 at, u32 times) {
        for (const auto& one : before_held_.found_in(node, at).further)
            if (one.way == Way::moved || one.way == Way::added) left[one.node] += times * one.times;
    };
    add(nodes_[cell], cell, 1);
    const auto all = left;
    add(held_->nodes.front()[cell], cell, 0u - 1);
    if (left == all) return;
    for (const auto& arrow : found.arrows)
        if (arrow.way == Way::moved || arrow.way == Way::added)
            add(above_.nodes.front()[arrow.from], arrow.from, 0 - arrow.times);
    const bool kept =  // beside all that the arrows bring
        left.size() == all.size() &&
        std::ranges::all_of(all, [&](const auto& one) { return left[one.first] <= one.second; });
    if (!kept) return;
    found.kept.push_back({nodes_[cell], Way::added, 1});
    found.further.clear();
    for (const auto& [node, times] : left)
        if (times != 0) found.further.push_back({node, Way::added, times});
}

bool RowLinks::is_absent(u32 cell) const {
    return row_.mark(cell) == CellMark::absent;
}

/// Of a cell above from which no arrow starts: it holds nothing, or padding that changes nothing.
bool RowLinks::gives_nothing(u32 cell, Way way) const {
    const auto mark = cell < above_.marks.size() ? above_.marks[cell] : CellMark::plain;
    if (mark != CellMark::padded) return mark == CellMark::absent;
    return way == Way::combined || way == Way::lost || (way == Way::added && above_.values.word(cell) == 0);
}

ObservedRow RowLinks::found(const std::vector<Node>& met) {
    for (u32 cell = 0; cell < nodes_.size(); ++cell) {
        if (is_absent(cell)) continue;
        if (!add_comparison(cell)) add_flows(cell);
        add_places(cell);
        add_older(cell);
    }
    for (const Node condition : met) add_kept(condition);
    for (auto* const links : {&seen_.links, &seen_.placed})
        if (links->size() > most_links_per_cell * std::max(row_.values.size(), above_.values.size()))
            links->clear();
    add_set_cells();
    if (own_ == std::vector<u32>(own_.size())) return std::move(seen_);
    const bool adds = std::ranges::any_of(own_, [](u32 value) { return value != 0 && value < 1u << 31; });
    seen_.sum.own = adds ? record::Own::added : record::Own::taken_away;
    if (!adds)
        for (auto& value : own_) value = 0 - value;
    seen_.sum.values = std::move(own_);
    return std::move(seen_);
}

/// Values that were in a row before the one above, and no longer in that.
void RowLinks::add_older(u32 cell) {
    for (const auto& [node, way, times] : found_[cell].further) {
        const auto* at = so_far_.first(node);
        if (at == nullptr || (way != Way::moved && way != Way::added && way != Way::combined)) continue;
        const auto& row = so_far_.all()[at->row];
        seen_.older.push_back({cell, at->cell, row.pass, row.values[at->cell], way});
    }
}

/// Of a cell that took one of two values of the row above, its own and another one.
std::optional<RowLinks::Comparison> RowLinks::comparison_of(u32 cell) const {
    std::optional<u32> taken, left;
    for (const auto& [from, way, times] : found_[cell].arrows) {
        if (way == Way::placed) continue;
        if (way == Way::added || way == Way::combined || (way == Way::moved && taken)) return std::nullopt;
        if (way == Way::moved) taken = from;
    }
    if (!taken) return std::nullopt;
    const auto decides = [&](u32 one) {
        return std::ranges::any_of(found_[cell].arrows, [&](const Arrow& arrow) {
            return arrow.way == Way::decided && arrow.from == one;
        });
    };
    for (const auto& [from, way, times] : found_[cell].arrows) {
        if ((way != Way::lost && way != Way::decided) || from == *taken || from == left) continue;
        if (left || (way == Way::decided && !decides(*taken))) return std::nullopt;
        left = from;
    }
    if (!left || (*taken != cell && *left != cell)) return std::nullopt;
    return Comparison{*taken == cell ? *left : *taken, *taken != cell};
}

/// Of two cells that were compared, both of which kept their values, or got the other's. Equal ones were
/// kept.
bool RowLinks::add_comparison(u32 cell) {
    const auto one = comparison_of(cell);
    if (!one || one->other >= nodes_.size()) return false;
    const auto other = comparison_of(one->other);
    if (!other || other->other != cell) return false;
    const bool equal = above_.values[cell] == above_.values[one->other];
    if (!equal && one->took_other != other->took_other) return false;
    if (cell < one->other)
        seen_.links.push_back(
            {cell, one->other, one->took_other && !equal ? LinkKind::swapped : LinkKind::compared});
    return true;
}

/// What was put somewhere else than where it was: of a cell that kept its value, no address matters.
void RowLinks::add_places(u32 cell) {
    for (const auto& [from, way, times] : found_[cell].arrows)
        if (way == Way::placed && !is_kept(cell) && !gives_nothing(from, way))
            seen_.placed.push_back({from, cell, LinkKind::moved});
}

/// Whether what the cell held before is a part of what it holds now; without that array there is nothing to
/// lose.
bool RowLinks::keeps_its_value(u32 cell) const {
    if (held_ == nullptr || !found_[cell].kept.empty()) return true;
    return held_ == &above_ && std::ranges::any_of(found_[cell].arrows, [&](const Arrow& arrow) {
               return arrow.from == cell && arrow.way != Way::placed && arrow.way != Way::decided;
           });
}

/// Nobody else says of a buffer that a cell was written with the value that it had: it is another buffer than
/// that of the row above, or another operation made the value.
bool RowLinks::is_rewritten(u32 cell, const Arrow& only) const {
    return held_ == &above_ && row_.writers.empty() && only.from == cell && only.times == 1 &&
           (only.way == Way::moved || only.way == Way::added) &&
           (!is_kept(cell) || std::ranges::find(above_.buffers, row_.place.number) == above_.buffers.end());
}

void RowLinks::add_flows(u32 cell) {
    bool kept = keeps_its_value(cell);
    const auto first = seen_.links.size();
    // What others took is not lost: a row that is put in order is moves, a maximum is not.
    const bool picks = std::ranges::any_of(found_[cell].arrows, [&](const Arrow& arrow) {
        return arrow.way == Way::lost && (arrow.from >= is_moved_.size() || !is_moved_[arrow.from]);
    });
    const auto& arrows = found_[cell].arrows;
    if (arrows.size() == 1 && arrows[0].from == cell && is_constant(cell)) return;
    const bool rewritten = arrows.size() == 1 && is_rewritten(cell, arrows[0]);
    for (const auto& [from, way, times] : arrows) {
        if (way == Way::placed || way == Way::decided || (way == Way::lost && !picks)) continue;
        // What a cell keeps is no link, but that it is added once more is one.
        const bool keeps = from == cell && held_ == &above_ && !rewritten;
        if (gives_nothing(from, way) || (keeps && (way != Way::added || times < 2))) continue;
        if (!seen_.links.empty() && seen_.links.back().from == from && seen_.links.back().to == cell)
            continue;
        const bool is_added = way == Way::added && times <= 1u << 31;  // not subtracted
        auto kind = is_added                      ? LinkKind::added
                    : way == Way::moved && !picks ? LinkKind::moved
                                                  : LinkKind::combined;
        if (!kept || rewritten) kind = LinkKind::moved;  // instead of what was there
        kept = true;
        seen_.links.push_back({from, cell, kind});
        for (u32 k = keeps ? 2 : 1; is_added && k < std::min(times, most_times); ++k)
            seen_.links.push_back({from, cell, LinkKind::added});
    }
    add_up(cell, std::span(seen_.links).subspan(first), kept);
}

/// What the links leave of an integer is the cell's own, if something of its own went in; or else they do not
/// say all that was done: they are combined.
void RowLinks::add_up(u32 cell, std::span<Link> links, bool kept) {
    if (row_.values.type() == ValueType::float32) return;
    const bool moves =
        std::ranges::any_of(links, [](const Link& link) { return link.kind == LinkKind::moved; });
    const bool adds =
        moves || std::ranges::any_of(links, [](const Link& link) { return link.kind == LinkKind::added; });
    const bool mixes =
        std::ranges::any_of(links, [](const Link& link) { return link.kind == LinkKind::combined; });
    const bool has_own = !mixes && std::ranges::any_of(found_[cell].further,
                                                       [](const auto& one) { return one.way == Way::added; });
    if (!adds && (!has_own || !kept)) return;  // else it was set
    u32 left = row_.values.word(cell);
    if (!moves && held_ != nullptr && cell < held_->values.size()) left -= held_->values.word(cell);
    for (const auto& link : links) left -= above_.values.word(link.from);
    if (left == 0 || mixes) return;  // what is combined does not say how much it is
    if (!has_own) {
        for (auto& link : links) link.kind = LinkKind::combined;
        return;
    }
    own_[cell] = left;
}

/// In a row of sums, a cell that was set differs by a value of its own from what it held.
void RowLinks::add_set_cells() {
    if (row_.values.type() == ValueType::float32) return;
    std::vector<bool> is_linked(nodes_.size());
    for (const auto& link : seen_.links) {
        if (link.kind != LinkKind::added && link.kind != LinkKind::moved) return;
        is_linked[link.to] = true;
    }
    if (held_ != nullptr && seen_.links.empty() && own_ == std::vector<u32>(own_.size())) return;
    for (u32 cell = 0; cell < nodes_.size(); ++cell)
        if (!is_linked[cell] && !is_absent(cell))
            own_[cell] = row_.values.word(cell) -
                         (held_ != nullptr && cell < held_->values.size() ? held_->values.word(cell) : 0);
}

/// An invocation that stores a constant keeps nothing, also where it stored the same one before.
bool RowLinks::is_constant(u32 cell) const {
    auto node = nodes_[cell];
    for (auto of = graph_.inner(node); of != Provenance::none; of = graph_.inner(of)) node = of;
    return graph_.step(node).kind == Provenance::Kind::constant;
}

bool RowLinks::is_kept(u32 cell) const {
    return cell < nodes_.size() && std::ranges::any_of(above_.nodes, [&](const auto& all) {
               return cell < all.size() && all[cell] == nodes_[cell];
           });
}

void RowLinks::add_kept(Node condition) {
    std::vector<u32> of;
    for (const auto& arrow : cells_.found_in(condition, 0).arrows) of.push_back(arrow.from);
    if (of.size() == 2 && of[0] != of[1] && is_kept(of[0]) && is_kept(of[1]))
        seen_.links.push_back({of[0], of[1], LinkKind::compared});
}

}  // namespace pbp::sim
