// SPDX-License-Identifier: MIT
#include "common/sim/kept/provenance.hpp"

#include <algorithm>
#include <utility>

#include "common/sim/kept/shadow.hpp"

namespace pbp::sim {

std::size_t Provenance::slot_of(const Step& step, const Operands& operands) const {
    std::uint64_t hash = static_cast<std::uint64_t>(step.kind) << 16 | static_cast<std::uint64_t>(step.op);
    const auto mix = [&](std::uint64_t value) { hash = (hash ^ value) * 0x9E3779B97F4A7C15u + (hash >> 29); };
    for (const Node operand : {step.a, step.b, step.c}) mix(operand);
    if (keeps_history()) mix(std::uint64_t{step.site} << 32 | step.invocation);
    const auto is_same = [&](Node node) {
        const auto& one = steps_[node];
        return one == step &&
               (!keeps_history() ||
                (one.site == step.site && one.invocation == step.invocation && operands_[node] == operands));
    };
    std::size_t slot = hash >> 20 & (slots_.size() - 1);
    while (slots_[slot] != none && !is_same(slots_[slot])) slot = (slot + 1) & (slots_.size() - 1);
    return slot;
}

void Provenance::grow() {
    slots_.assign(2 * slots_.size(), none);
    for (Node node = 1; node < steps_.size(); ++node)
        slots_[slot_of(steps_[node], keeps_history() ? operands_[node] : Operands{})] = node;
}

Provenance::Node Provenance::make(const Step& step, const Operands& operands) {
    if (step.kind != Kind::word && step.kind != Kind::constant && step.kind != Kind::stored &&
        step.a == none && step.b == none && step.c == none)
        return none;
    const auto slot = slot_of(step, operands);
    if (slots_[slot] != none) return slots_[slot];
    if (steps_.size() > most_) {
        full_ = true;
        return none;
    }
    const auto made = static_cast<Node>(steps_.size());
    slots_[slot] = made;
    steps_.push_back(step);
    if (keeps_history()) operands_.push_back(operands);
    if (2 * steps_.size() > slots_.size()) grow();
    return made;
}

std::uint32_t Provenance::bits_of(Node node) const {
    while (node != none && !bits_.contains(node) && is_chosen(steps_[node])) node = steps_[node].a;
    const auto known = bits_.find(node);
    return known == bits_.end() ? ~0u : known->second;
}

namespace {

std::uint32_t bits_after(Op op, std::uint32_t bits, std::uint32_t constant) {
    switch (op) {
        case Op::and_w:
            return bits & constant;
        case Op::shl_w:
            return constant < 32 ? bits << constant : 0;
        case Op::shr_u:
            return constant < 32 ? bits >> constant : 0;
        case Op::or_w:
        case Op::xor_w:
        case Op::not_w:
            return bits;
        default:
            return ~0u;
    }
}

}  // namespace

bool Provenance::is_chosen(const Step& step) {
    return step.kind == Kind::placed || (step.kind == Kind::pick && step.b == none);
}

Provenance::Node Provenance::part_of(const Step& step, std::uint32_t constant, const Operands& operands) {
    if (keeps_history()) return make(step, operands);
    const auto bits = bits_after(step.op, bits_of(step.a), constant);
    if (bits == 0) return none;
    auto of = steps_[step.a];
    const auto part = [&](Node node) {
        auto one = step;
        one.a = node;
        return part_of(one, constant);
    };
    if (of.kind == Kind::packed) {
        auto both = step;
        both.a = part(of.a);
        both.b = part(of.b);
        return joined(both);
    }
    if (is_chosen(of)) {
        of.a = of.a == none ? none : part(of.a);
        const auto node = make(of);
        if (node != none && of.a == none) bits_.emplace(node, bits);
        return node;
    }
    auto made = step;
    made.kind = Kind::part;
    const auto node = make(made);
    if (node != none && bits != ~0u) bits_.emplace(node, bits);
    return node;
}

Provenance::Node Provenance::joined(const Step& step, const Operands& operands) {
    if (keeps_history()) return make(step, operands);
    if (step.a == none || step.b == none || step.a == step.b) return step.a == none ? step.b : step.a;
    const auto whole = [&](Node node) {
        for (auto of = inner(node); of != none; of = inner(of)) node = of;
        return node;
    };
    if (const auto one = whole(step.a); one == whole(step.b)) return one;
    const auto one = bits_of(step.a), other = bits_of(step.b);
    auto made = step;
    made.kind = (one & other) == 0 ? Kind::packed : Kind::combined;
    const auto node = make(made);
    if (node != none && made.kind == Kind::packed) bits_.emplace(node, one | other);
    return node;
}

Provenance::Node Provenance::inner(Node node) const {
    const auto& step = steps_[node];
    const auto is_0 = [&](Node one) {
        while (is_chosen(steps_[one])) one = steps_[one].a;
        return steps_[one].kind == Kind::constant && steps_[one].a == 0;
    };
    if (step.kind == Kind::sum && is_0(step.a)) return step.b;
    if (step.kind == Kind::sum && is_0(step.b)) return step.a;
    return step.kind == Kind::part || is_chosen(step) ? step.a : none;
}

std::vector<Provenance::Node> Provenance::take_met() {
    auto met = std::exchange(met_, {});
    std::ranges::sort(met);
    met.erase(std::unique(met.begin(), met.end()), met.end());
    return met;
}

Provenance::Words& Provenance::words_of(const Memory& memory) {
    auto& words = memories_[&memory];
    if (words.number == 0) words.number = ++numbers_;
    if (words.nodes.size() != memory.words.size()) words.nodes.resize(memory.words.size(), unknown);
    words.writers.resize(words.nodes.size());
    return words;
}

Provenance::Node Provenance::read(const Memory& memory, std::size_t word, bool shared, const Event& event) {
    auto& words = words_of(memory);
    auto& node = words.nodes[word];
    if (node == unknown && (shared || words.filled || keeps_formulas())) node = none;
    if (node == unknown) {
        Step there{.kind = Kind::word, .a = static_cast<Node>(word), .b = words.number};
        if (keeps_history()) there.c = add({{}, &memory, memory.words[word]});
        node = make(there);
    }
    const auto& there = steps_[node];
    if (keeps_history() && there.kind == Kind::word && event.memory != nullptr &&
        events_[there.c].place.space ==
            Place::Space::none) {  // a shader reads it first, and has a name for it
        events_[there.c] = event;
        events_[there.c].dispatch = dispatch_;
    }
    return node;
}

Provenance::Node Provenance::add(Event event) {
    event.dispatch = dispatch_;
    events_.push_back(event);
    return static_cast<Node>(events_.size() - 1);
}

void Provenance::store(const Step& step, Event event) {
    auto made = step;
    made.kind = Kind::stored;
    made.c = add(event);
    write(*event.memory, event.place.word, make(made), {made.site, made.invocation});
}

void Provenance::write(const Memory& memory, std::size_t word, Node node, Access by) {
    auto& words = words_of(memory);
    words.nodes[word] = node;
    words.writers[word] = by;
}

Provenance::Access Provenance::writer_of(const Memory& memory, std::size_t word) {
    return words_of(memory).writers[word];
}

void Provenance::begin_dispatch() {
    ++dispatch_;
    if (keeps_formulas()) began_.push_back(static_cast<Node>(steps_.size()));
    journal_.begin_dispatch();
    for (auto& [memory, words] : memories_) words.writers.clear();
}

std::vector<Provenance::Node> Provenance::nodes_of(const Memory& memory) {
    std::vector<Node> nodes(memory.words.size());
    for (std::size_t word = 0; word < nodes.size(); ++word) nodes[word] = read(memory, word, false);
    return nodes;
}

void Provenance::distinguish(const Memory& memory) {
    if (keeps_ != Keeps::links) return;
    auto& words = words_of(memory);
    words.own.resize(words.nodes.size());
    for (std::size_t word = 0; word < words.nodes.size(); ++word) {
        auto& node = words.nodes[word];
        if (node == unknown || node == words.own[word]) continue;  // as it was
        const auto& step = steps_[node];
        if (step.kind == Kind::word && step.a == word && step.b == words.number) continue;  // is its own
        node = words.own[word] = make({.kind = Kind::placed, .a = node, .c = ++apart_});
    }
}

std::uint32_t Provenance::dispatch_of(Node node) const {
    return static_cast<std::uint32_t>(std::upper_bound(began_.begin(), began_.end(), node) - began_.begin());
}

void Provenance::expect(std::vector<Input> inputs) {
    inputs_ = std::move(inputs);
    has_input_ = false;
    decision_.reset();
    memories_.clear();
}

void Provenance::set(const Memory& memory, std::size_t offset, std::size_t bytes) {
    if (!keeps_formulas()) return forget(memory);
    for (std::size_t word = offset / 4; 4 * word < offset + bytes; ++word) write(memory, word, none, {});
    for (const auto& input : inputs_) {
        if (offset > 0 || bytes < 4 * input.size() ||
            !std::equal(input.begin(), input.end(), memory.words.begin()))
            continue;
        has_input_ = true;
        for (std::uint32_t i = 0; i < input.size(); ++i)
            write(memory, i, make({.kind = Kind::word, .a = i}), {});
    }
}

void Provenance::look_at(const Memory& memory, std::size_t offset, std::size_t bytes) {
    for (std::size_t word = offset / 4; keeps_formulas() && 4 * word < offset + bytes; ++word)
        decide_if(read(memory, word, false), Decides::host);
}

void Provenance::forget(const Memory& memory) {
    memories_[&memory] = {.number = ++numbers_, .filled = false, .nodes = {}, .writers = {}};
}

void Provenance::fill(const Memory& memory) {
    memories_[&memory] = {.number = ++numbers_, .filled = true, .nodes = {}, .writers = {}};
}

void Provenance::copy(const Memory& from, const Memory& to, std::size_t words) {
    for (std::size_t word = 0; word < words; ++word) write(to, word, read(from, word, false), {});
}

std::uint64_t Provenance::take_unfounded() {
    const auto traced = std::exchange(told_, {}), kept = std::exchange(kept_, {});
    if (full_) return 0;
    std::vector<bool> used(steps_.size());
    used[none] = true;
    for (const auto node : kept) used[node] = true;
    for (auto node = used.size() - 1; node > 0; --node) {  // operands have lower numbers
        const auto& step = steps_[node];
        if (!used[node] || step.kind == Kind::word || step.kind == Kind::constant) continue;
        for (const auto from : {step.a, step.b, step.c}) used[from] = true;
    }
    return static_cast<std::uint64_t>(std::ranges::count_if(traced, [&](Node node) { return !used[node]; }));
}

}  // namespace pbp::sim
