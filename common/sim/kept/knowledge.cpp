// SPDX-License-Identifier: MIT
#include "common/sim/kept/knowledge.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace pbp::sim {

namespace {

using Part = std::shared_ptr<void>;
using Inner = std::array<Part, 4>;
using Leaf = std::array<std::uint32_t, 16>;

constexpr unsigned leaf_bits = 4, inner_bits = 2;

/// One more than the largest key in a tree of this level.
std::uint64_t end_of(unsigned level) {
    return std::uint64_t{1} << (leaf_bits + inner_bits * level);
}

std::size_t branch(std::uint32_t key, unsigned level) {
    return key >> (leaf_bits + inner_bits * (level - 1)) & 3u;
}

template <class Node>
Node& as(const Part& part) {
    return *static_cast<Node*>(part.get());
}

/// Made, or copied, if others share it.
template <class Node>
Node& own(Part& part) {
    if (part == nullptr)
        part = std::make_shared<Node>();
    else if (part.use_count() > 1)
        part = std::make_shared<Node>(as<Node>(part));
    return as<Node>(part);
}

Part raised(Part part, unsigned from, unsigned to) {
    for (; part != nullptr && from < to; ++from) part = std::make_shared<Inner>(Inner{std::move(part)});
    return part;
}

/// The union of two parts; the same as one of them or as both.
struct Joint {
    Part part;
    bool is_a, is_b;
};

template <class Node, class Unite>
Joint united_nodes(const Part& a, const Part& b, Unite unite) {
    Node all{};
    bool is_a = true, is_b = true;
    for (std::size_t k = 0; k < all.size(); ++k) {
        auto [one, one_is_a, one_is_b] = unite(as<Node>(a)[k], as<Node>(b)[k]);
        all[k] = std::move(one);
        is_a &= one_is_a;
        is_b &= one_is_b;
    }
    return {is_a ? a : is_b ? b : std::make_shared<Node>(std::move(all)), is_a, is_b};
}

Joint united_parts(const Part& a, const Part& b, unsigned level) {
    if (a == b) return {a, true, true};
    if (b == nullptr) return {a, true, false};
    if (a == nullptr) return {b, false, true};
    if (level == 0)
        return united_nodes<Leaf>(a, b, [](std::uint32_t x, std::uint32_t y) {
            return std::tuple(std::max(x, y), x >= y, y >= x);
        });
    return united_nodes<Inner>(a, b,
                               [&](const Part& x, const Part& y) { return united_parts(x, y, level - 1); });
}

}  // namespace

std::uint32_t Clocks::of(std::uint32_t key) const {
    if (key >= end_of(level_)) return 0;
    const Part* at = &root_;
    for (unsigned level = level_; level > 0 && *at != nullptr; --level)
        at = &as<Inner>(*at)[branch(key, level)];
    return *at == nullptr ? 0 : as<Leaf>(*at)[key % (1u << leaf_bits)];
}

void Clocks::set(std::uint32_t key, std::uint32_t clock) {
    unsigned level = level_;
    while (key >= end_of(level)) ++level;
    root_ = raised(std::move(root_), level_, level);
    level_ = level;
    Part* at = &root_;
    for (; level > 0; --level) at = &own<Inner>(*at)[branch(key, level)];
    own<Leaf>(*at)[key % (1u << leaf_bits)] = clock;
}

Clocks::Union united(const Clocks& a, const Clocks& b) {
    Clocks::Union all;
    const unsigned level = std::max(a.level_, b.level_);
    auto [root, is_a, is_b] =
        united_parts(raised(a.root_, a.level_, level), raised(b.root_, b.level_, level), level);
    all.clocks.root_ = std::move(root);
    all.clocks.level_ = level;
    all.is_a = is_a;
    all.is_b = is_b;
    return all;
}

KnowledgePtr both(const KnowledgePtr& a, const KnowledgePtr& b) {
    if (a == b || b == nullptr) return a;
    if (a == nullptr) return b;
    const auto invocations = united(a->invocations, b->invocations),
               workgroups = united(a->workgroups, b->workgroups), flushed = united(a->flushed, b->flushed);
    if (invocations.is_a && workgroups.is_a && flushed.is_a) return a;
    if (invocations.is_b && workgroups.is_b && flushed.is_b) return b;
    return std::make_shared<const Knowledge>(
        Knowledge{invocations.clocks, workgroups.clocks, flushed.clocks});
}

}  // namespace pbp::sim
