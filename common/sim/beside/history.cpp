// SPDX-License-Identifier: MIT
#include "common/sim/beside/history.hpp"

#include <algorithm>

namespace pbp::sim {

namespace {

constexpr auto entry_words = DispatchTrace::words_an_entry;

}  // namespace

void History::begin(const Traced& traced, std::uint64_t passes) {
    Observing::begin(traced, passes);
    for (const auto& [part, rows] : rows_)  // the first one is the input, if there was one
        for (const auto& nodes : rows.all().front().nodes) note({0, part, nodes, rows.all().front().values});
    before_ = passes;
    traced_cells_ = traced.cells;
    if (window_) simulator_.record(*window_);
}

void History::end(Handle trace) {
    if (auto one = simulator_.take_recorded()) {
        auto bytes = one->recording.bytes();
        for (const auto& words : one->recording.began) bytes += words.size() * sizeof words[0];
        window_->most_bytes -= std::min(window_->most_bytes, bytes);
        if (one->recording.full) window_.reset();
        recorded_.push_back(*std::move(one));
    }
    find_passes(trace == 0 ? nullptr : &simulator_.buffers().at(trace));
    first_ = static_cast<Node>(graph().size() + 1);
    Observing::end(trace);
}

std::uint32_t History::local_size(Node node) const {
    return ran(node).code->module.local_count();
}

void History::find_passes(const Memory* trace) {
    std::unordered_map<std::uint32_t, std::uint64_t> next, next_of_group;
    std::uint64_t last = before_ + 1;
    std::unordered_map<const Memory*, std::size_t> sizes;
    for (const auto& [buffer, memory] : simulator_.buffers()) sizes[&memory] = memory.words.size();
    const auto each = [&](auto&& f) {
        for (Node node = static_cast<Node>(graph().size()); node >= first_; --node)
            if (const auto kind = graph().step(node).kind; kind == Kind::stored || kind == Kind::word)
                if (graph().event(node).place.space != Place::Space::none)
                    f(node, kind == Kind::stored, graph().event(node));
    };
    const auto pass_in_trace = [&](const Provenance::Event& event) {
        return before_ + 1 + event.place.word / entry_words / std::max<std::size_t>(traced_cells_, 1);
    };
    each([&](Node, bool stored, const auto& event) {
        if (stored && event.memory == trace) last = std::max(last, pass_in_trace(event));
    });
    each([&](Node node, bool stored, const Provenance::Event& event) {
        const auto& step = graph().step(node);
        if (step.c >= is_trace_.size()) {
            is_trace_.resize(step.c + 1);
            pass_by_event_.resize(step.c + 1);
        }
        if (event.memory != trace) {  // a workgroup's shared memory is no longer there
            const auto& code = *ran(node).code;
            auto& extent = extents_[{&code, event.place.space, event.place.index}];
            const auto buffer = sizes.find(event.memory);
            extent = std::max<std::size_t>(extent, event.place.space == Place::Space::shared
                                                       ? code.shared_bytes / 4
                                                   : buffer != sizes.end() ? buffer->second
                                                                           : 0);
        }
        if (!stored) return;
        const auto group = step.invocation / local_size(node);
        auto& pass = pass_by_event_[step.c];
        if (event.memory == trace) {
            is_trace_[step.c] = true;
            pass = next[step.invocation] = next_of_group[group] = pass_in_trace(event);
            if (event.place.word % entry_words == 0) traced_[step.a] = node;
        } else if (const auto own = next.find(step.invocation); own != next.end()) {
            pass = own->second;
        } else {
            const auto of_group = next_of_group.find(group);
            pass = of_group != next_of_group.end() ? of_group->second : last;
        }
    });
}

std::uint64_t History::pass_of(Node stored) const {
    if (const auto* const cell = cell_of(stored)) return cell->pass;
    const auto event = graph().step(stored).c;
    return event < pass_by_event_.size() ? std::min(pass_by_event_[event], passes()) : passes();
}

bool History::is_trace(Node stored) const {
    const auto event = graph().step(stored).c;
    return event < is_trace_.size() && is_trace_[event];
}

Provenance::Node History::traced(Node value) const {
    const auto found = traced_.find(value);
    return found == traced_.end() ? Provenance::none : found->second;
}

const History::Cell* History::cell_of(Node node) const {
    const auto found = cells_.find(node);
    return found == cells_.end() ? nullptr : &found->second;
}

void History::note(const Row& row) {
    for (std::uint32_t cell = 0; cell < row.nodes.size(); ++cell)
        if (row.nodes[cell] != Provenance::none)
            cells_.try_emplace(row.nodes[cell], Cell{row.pass, row.part, cell});
}

void History::add(std::uint64_t pass, const record::Pass& row, std::vector<Node> nodes,
                  const std::vector<Node>&, const Memory*) {
    nodes.resize(std::min(nodes.size(), row.values.size()));
    passes_ = std::max(passes_, pass);
    seen_.push_back({pass, row.part, std::move(nodes), row.values});
    note(seen_.back());
    rows_[row.part].add({});  // from now on nothing is looked for as its input
}

}  // namespace pbp::sim
