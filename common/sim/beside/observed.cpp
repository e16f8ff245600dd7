// SPDX-License-Identifier: MIT
#include "common/sim/beside/observed.hpp"

#include <algorithm>

#include "common/check/mismatch.hpp"
#include "common/sim/beside/row_links.hpp"

namespace pbp::sim {

using record::Link, record::LinkKind, record::CellMark;

namespace {

constexpr std::size_t shown_cells = 2048;  // more than any picture has
constexpr auto words_an_entry = DispatchTrace::words_an_entry;

LinkKind kind_of(bool swapped, bool directed, double low, double high) {
    if (!directed || low == high) return swapped ? LinkKind::swapped : LinkKind::compared;
    if (low < high) return swapped ? LinkKind::swapped_ascending : LinkKind::ascending;
    return swapped ? LinkKind::swapped_descending : LinkKind::descending;
}

bool is_comparison(LinkKind kind) {
    return kind == LinkKind::compared || kind == LinkKind::swapped;
}

}  // namespace

const ObservedRows::Row* ObservedRows::row(std::uint64_t pass, const std::string& part) const {
    const auto found = rows_.find({pass, part});
    return found == rows_.end() ? nullptr : &found->second;
}

const ObservedRows::Row* ObservedRows::row(std::uint64_t pass, const record::Pass& wrong) const {
    const auto* const result = row(at_end, wrong.name);
    return result != nullptr ? result : row(pass, wrong.part);
}

bool ObservedRows::explain(std::uint64_t pass, record::Pass& row, bool same_order) const {
    const auto* const found = this->row(pass, row.part);
    if (found == nullptr) return true;
    const auto& observed = *found;
    const auto is_seen = [&](std::size_t cell) {
        return cell < row.values.size() && cell < observed.values.size() &&
               same(observed.values[cell], row.values[cell], row.tolerance);
    };
    for (const auto& link : observed.links)
        if (is_seen(link.to) && (!is_comparison(link.kind) || is_seen(link.from))) row.links.push_back(link);
    for (const auto& link : observed.placed)
        if (is_seen(link.to)) row.placed.push_back(link);
    row.sum.own = observed.sum.own;
    row.sum.values = observed.sum.values;
    if (!row.writers.empty()) return observed.traced_by.empty() || observed.traced_by == row.writers;
    bool knows_writers = same_order && observed.writers.size() == row.values.size();
    for (std::size_t cell = 0; knows_writers && cell < row.values.size(); ++cell)
        knows_writers = is_seen(cell);
    if (!knows_writers) return true;
    row.writers = observed.writers;
    row.lines = observed.lines;
    return true;
}

Observing::Observing(Simulator& simulator, std::size_t most_nodes, Provenance::Keeps keeps)
    : simulator_(simulator) {
    simulator.follow(most_nodes, keeps);
}

void Observing::input(const record::Pass& row, std::vector<std::uint32_t> words) {
    inputs_.emplace_back(row, std::move(words));
    if (!simulator_.ran().empty()) find_inputs(Stored::no);  // it has been read by now
}

/// Looks for buffers with the words of the input; once a shader has run, it may have stored the same.
void Observing::find_inputs(Stored stored) {
    for (const auto& [row, words] : inputs_) {
        auto& rows = rows_[row.part];
        if (rows.all().size() > 1) continue;
        if (rows.all().empty()) rows.add({{}, row.values, row.marks, row.sum.array, {}, 0});
        for (const auto& [buffer, memory] : simulator_.buffers()) {
            if (memory.words.size() < words.size() ||
                !std::equal(words.begin(), words.end(), memory.words.begin()))
                continue;
            auto nodes = nodes_of(buffer, words.size());
            const auto is_stored = [&](Node node) {
                return node != Provenance::none &&
                       simulator_.provenance()->step(node).kind == Provenance::Kind::stored;
            };
            if (stored == Stored::yes || std::ranges::none_of(nodes, is_stored))
                rows.add_place(buffer, std::move(nodes));
        }
    }
}

std::vector<Provenance::Node> Observing::nodes_of(Handle buffer, std::size_t words) {
    auto nodes = simulator_.provenance()->nodes_of(simulator_.buffers().at(buffer));
    nodes.resize(std::min(nodes.size(), words));
    return nodes;
}

void Observing::begin(const Traced& traced, std::uint64_t) {
    find_inputs(Stored::yes);
    laid_ = 0;
    cells_.assign(traced.cells, Provenance::none);
    if (traced.state != 0) cells_ = nodes_of(traced.state, traced.cells);
    cells_.resize(traced.cells);
}

void Observing::end(Handle trace) {
    trace_.clear();
    is_traced_.clear();
    if (trace == 0) return;
    const auto& memory = simulator_.buffers().at(trace);
    trace_ = nodes_of(trace, memory.words.size());
    is_traced_.assign(memory.words.size() / words_an_entry, false);
    for (std::size_t entry = 0; entry < is_traced_.size(); ++entry)
        is_traced_[entry] = memory.words[words_an_entry * entry + 1] != 0;
}

void Observing::traced(std::uint64_t pass, std::size_t in_dispatch, const record::Pass& row) {
    for (; laid_ <= in_dispatch && (laid_ + 1) * cells_.size() <= is_traced_.size(); ++laid_)
        for (std::size_t cell = 0; cell < cells_.size(); ++cell)
            if (const auto entry = laid_ * cells_.size() + cell; is_traced_[entry])
                cells_[cell] = trace_[words_an_entry * entry];
    add(pass, row, cells_, {}, nullptr);
}

void Observing::stored(std::uint64_t pass, Handle buffer, const record::Pass& row) {
    add(pass, row, nodes_of(buffer, row.values.size()), simulator_.provenance()->take_met(),
        &simulator_.buffers().at(buffer));
}

void Observing::part(std::uint64_t pass, const record::Pass& row) {
    if (row.place.kind != record::Place::Kind::buffer || row.is_image()) return compared(pass, row.part, row);
    const auto& words = simulator_.buffers().at(row.place.number).words;
    bool holds = words.size() >= row.values.size();
    for (std::size_t cell = 0; holds && cell < row.values.size(); ++cell)
        holds = words[cell] == row.values.word(cell);
    if (!holds) return compared(pass, row.part, row);
    stored(pass, row.place.number, row);
}

void Observing::compared(std::uint64_t pass, const std::string& part, const record::Pass& row) {
    const bool is_buffer = row.place.kind == record::Place::Kind::buffer;
    ObservedRow seen;
    seen.values = row.values;
    seen.dispatches = simulator_.ran().size();
    seen.written = is_buffer ? written(row, &simulator_.buffers().at(row.place.number))
                             : std::vector<bool>(row.values.size(), true);
    observed_.add({pass, part}, std::move(seen));
}

void Observing::add(std::uint64_t pass, const record::Pass& row, std::vector<Node> nodes,
                    const std::vector<Node>& met, const Memory* memory) {
    auto& rows = rows_[row.part];
    nodes.resize(std::min({nodes.size(), row.values.size(), shown_cells}));
    ObservedRow seen;
    seen.values = row.values;
    if (!rows.all().empty() && steps_left_ > 0)
        seen = RowLinks(*simulator_.provenance(), rows, row, nodes, steps_left_).found(met);
    seen.written = written(row, memory);
    if (memory != nullptr)
        add_writers(*memory, seen);
    else
        seen.traced_by = row.writers;
    seen.dispatches = simulator_.ran().size();
    observed_.add({pass, row.part}, std::move(seen));
    if (memory != nullptr) {
        const auto shown = nodes.size();
        simulator_.provenance()->distinguish(*memory);
        nodes = simulator_.provenance()->nodes_of(*memory);
        nodes.resize(shown);
    }
    rows.add({{std::move(nodes)}, row.values, row.marks, row.sum.array, {row.place.number}, pass});
}

/// Of workgroups of one dimension: there the invocations of a dispatch are numbered as rows have them.
void Observing::add_writers(const Memory& memory, ObservedRow& seen) const {
    const auto& last = simulator_.ran().back();
    const auto& local_size = last.code->module.local_size;
    if (local_size[1] > 1 || local_size[2] > 1) return;
    seen.local_size = local_size[0];
    for (std::size_t cell = 0; cell < seen.values.size(); ++cell) {
        const auto by = simulator_.provenance()->writer_of(memory, cell);
        seen.writers.push_back(by.site != 0 ? by.invocation + 1 : 0);
        seen.lines.push_back(by.site != 0 ? Simulator::line_of(last, by.site) : 0);
    }
}

/// Of a row that is not in memory, its trace says who wrote it.
std::vector<bool> Observing::written(const record::Pass& row, const Memory* memory) const {
    std::vector<bool> all(row.values.size());
    for (std::size_t cell = 0; cell < all.size(); ++cell)
        all[cell] = memory != nullptr ? simulator_.provenance()->writer_of(*memory, cell).site != 0
                                      : cell < row.writers.size() && row.writers[cell] != 0;
    return all;
}

ObservedRows Observing::take() {
    bool ascends = false, descends = false;
    const auto each_comparison = [&](auto&& f) {
        observed_.each([&](ObservedRows::Row& row) {
            for (auto& link : row.links)
                if (is_comparison(link.kind)) f(link, row.values[link.from], row.values[link.to]);
        });
    };
    each_comparison([&](const Link&, double low, double high) {
        ascends |= low < high;
        descends |= low > high;
    });
    each_comparison([&](Link& link, double low, double high) {
        link.kind = kind_of(link.kind == LinkKind::swapped, ascends && descends, low, high);
    });
    observed_.followed = {std::move(simulator_.provenance()->journal()), simulator_.ran()};
    if (simulator_.provenance()->is_full() || steps_left_ == 0) observed_ = {};
    return std::move(observed_);
}

}  // namespace pbp::sim
