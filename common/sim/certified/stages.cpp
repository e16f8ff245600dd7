// SPDX-License-Identifier: MIT
#include "common/sim/certified/stages.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/sim/certified/network.hpp"
#include "common/sim/certified/sums.hpp"

namespace pbp::sim {

namespace {

/// A run of passes that are equally far, e.g. "each 4 after pass 3".
class Sentence {
  public:
    explicit Sentence(std::string subject) : words_(std::move(subject)) {}
    /// A pass that is `size` far; only one that is further than those before it is named.
    void add(std::uint64_t pass, std::uint32_t size, const std::string& what) {
        if (size <= furthest_) return;
        words_ += fmt::format("{}{} after pass {}", furthest_ > 1 ? ", " : "", what, pass);
        furthest_ = size;
    }
    std::string take() { return furthest_ > 1 ? std::move(words_) : std::string(); }

  private:
    std::string words_;
    std::uint32_t furthest_ = 1;
};

}  // namespace

RowFormulas::RowFormulas(Simulator& simulator, std::shared_ptr<Provenance> graph)
    : Observing(simulator), graph_(std::move(graph)) {
    simulator.follow(graph_);
}

void RowFormulas::add(std::uint64_t pass, const record::Pass& row, std::vector<Node> nodes,
                      const std::vector<Node>&, const Memory*) {
    if (!seen_.empty() && seen_.back().pass == pass) return;  // another part of it
    nodes.resize(row.values.size());
    for (std::size_t cell = 0; cell < nodes.size(); ++cell)
        if (nodes[cell] == Provenance::none) nodes[cell] = graph_->constant(row.values.word(cell));
    seen_.push_back({pass, std::move(nodes)});
}

std::string RowFormulas::stages(std::uint32_t n, const Promise& promise) const {
    if (seen_.empty() || graph_->is_full()) return {};
    return promise.makes == Promise::Makes::order ? in_order(n) : added_up(n);
}

/// By blocks of 2, 4, 8 ... cells, each of which is in one order or the other.
std::string RowFormulas::in_order(std::uint32_t n) const {
    std::vector<Node> cells;
    for (const auto& row : seen_) {
        if (row.cells.size() != n) return {};
        cells.insert(cells.end(), row.cells.begin(), row.cells.end());
    }
    Network network(*graph_, cells);
    if (network.stranger() != Provenance::none) return {};
    const auto neighbours = network.neighbours(n);
    if (neighbours.empty()) return {};
    const auto is_in_order = [&](std::size_t first, std::size_t last) {  // cells
        const auto begin = neighbours.begin() + static_cast<std::ptrdiff_t>(first);
        const auto end = neighbours.begin() + static_cast<std::ptrdiff_t>(last);
        return std::all_of(begin, end, [](const auto& pair) { return pair.ascend; }) ||
               std::all_of(begin, end, [](const auto& pair) { return pair.descend; });
    };
    Sentence sentence("for every input, in order: ");
    for (std::size_t r = 0; r < seen_.size(); ++r) {
        std::uint32_t size = 1;
        for (bool holds = true; holds && size < n;) {
            const auto next = std::min(2 * size, n);
            for (std::uint32_t first = 0; holds && first < n; first += next)
                holds = is_in_order(r * n + first, r * n + std::min(first + next, n) - 1);
            if (holds) size = next;
        }
        sentence.add(seen_[r].pass, size, fmt::format("{} {}", size == n ? "all" : "each", size));
    }
    return sentence.take();
}

/// By the most elements in a cell; none of them may be in it twice.
std::string RowFormulas::added_up(std::uint32_t n) const {
    Sums sums(*graph_, n);
    std::size_t cells = 0;
    for (const auto& row : seen_) cells += row.cells.size();
    if (sums.are_too_many(cells)) return {};
    Sentence sentence("for every input, the most elements that a cell adds up: ");
    for (const auto& row : seen_) {
        std::uint32_t most = 0;
        for (const auto node : row.cells) {
            const auto sum = sums.of(node);
            if (sum.stranger != Provenance::none || sum.besides != 0 ||
                std::ranges::any_of(sum.times, [](auto times) { return times > 1; }))
                return {};
            most = std::max(most, static_cast<std::uint32_t>(std::ranges::count(sum.times, 1u)));
        }
        sentence.add(row.pass, most, fmt::format("{}{}", most == n ? "all " : "", most));
    }
    return sentence.take();
}

}  // namespace pbp::sim
