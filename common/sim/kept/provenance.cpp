// SPDX-License-Identifier: MIT
#include "common/sim/kept/provenance.hpp"

#include "common/sim/kept/shadow.hpp"

namespace pbp::sim {

std::size_t Provenance::slot_of(const Step& step) const {
    std::uint64_t hash = static_cast<std::uint64_t>(step.kind) << 16 | static_cast<std::uint64_t>(step.op);
    for (const Node operand : {step.a, step.b, step.c})
        hash = (hash ^ operand) * 0x9E3779B97F4A7C15u + (hash >> 29);
    std::size_t slot = hash >> 20 & (slots_.size() - 1);
    while (slots_[slot] != none && !(steps_[slots_[slot]] == step)) slot = (slot + 1) & (slots_.size() - 1);
    return slot;
}

void Provenance::grow() {
    slots_.assign(2 * slots_.size(), none);
    for (Node node = 1; node < steps_.size(); ++node) slots_[slot_of(steps_[node])] = node;
}

Provenance::Node Provenance::make(const Step& step) {
    if (step.kind != Kind::word && step.a == none && step.b == none && step.c == none) return none;
    const auto slot = slot_of(step);
    if (slots_[slot] != none) return slots_[slot];
    if (steps_.size() > most_) {
        full_ = true;
        return none;
    }
    const auto made = static_cast<Node>(steps_.size());
    slots_[slot] = made;
    steps_.push_back(step);
    if (2 * steps_.size() > slots_.size()) grow();
    return made;
}

Provenance::Words& Provenance::words_of(const Memory& memory) {
    auto& words = memories_[&memory];
    if (words.number == 0) words.number = ++numbers_;
    if (words.nodes.size() != memory.words.size()) words.nodes.resize(memory.words.size(), unknown);
    return words;
}

Provenance::Node Provenance::read(const Memory& memory, std::size_t word, bool shared) {
    auto& words = words_of(memory);
    auto& node = words.nodes[word];
    if (node == unknown)
        node = shared || words.filled
                   ? none
                   : make({.kind = Kind::word, .a = static_cast<Node>(word), .b = words.number});
    return node;
}

void Provenance::write(const Memory& memory, std::size_t word, Node node) {
    words_of(memory).nodes[word] = node;
}

std::vector<Provenance::Node> Provenance::nodes_of(const Memory& memory) {
    std::vector<Node> nodes(memory.words.size());
    for (std::size_t word = 0; word < nodes.size(); ++word) nodes[word] = read(memory, word, false);
    return nodes;
}

void Provenance::forget(const Memory& memory) {
    memories_[&memory] = {.number = ++numbers_, .filled = false, .nodes = {}};
}

void Provenance::fill(const Memory& memory) {
    memories_[&memory] = {.number = ++numbers_, .filled = true, .nodes = {}};
}

void Provenance::copy(const Memory& from, const Memory& to, std::size_t words) {
    for (std::size_t word = 0; word < words; ++word) write(to, word, read(from, word, false));
}

}  // namespace pbp::sim
