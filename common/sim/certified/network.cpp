// SPDX-License-Identifier: MIT
#include "common/sim/certified/network.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace pbp::sim {

namespace {

using Bits = std::uint64_t;
constexpr std::uint32_t lane_bits = 6;        // a word has 64 patterns: bit k of a pattern is element k
constexpr std::uint32_t bottom = 0, top = 1;  // the first steps: 0 and 1
constexpr double most_words = 1e10;           // words: some ten seconds

/// Of the patterns in a word: those where at least `least` of the first `among` elements are 1, up to 6.
Bits lanes_with(std::uint32_t among, int least) {
    Bits lanes = 0;
    for (std::uint32_t lane = 0; lane < 64; ++lane)
        if (std::popcount(lane & ((1u << among) - 1)) >= least) lanes |= Bits{1} << lane;
    return lanes;
}

Bits element_in(std::uint32_t element, std::uint64_t word) {
    constexpr std::array<Bits, lane_bits> own{0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
                                              0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000};
    if (element < lane_bits) return own[element];
    return (word >> (element - lane_bits) & 1) != 0 ? ~Bits{0} : 0;
}

/// By node, up to the newest of these: whether one of them is made of it, or is it.
std::vector<bool> parts_of(const Provenance& formulas, const std::vector<Provenance::Node>& nodes) {
    std::vector<bool> parts(*std::max_element(nodes.begin(), nodes.end()) + 1);
    for (const auto node : nodes) parts[node] = true;
    for (auto node = parts.size() - 1; node > 0; --node) {  // operands are older than what they make
        const auto& step = formulas.step(static_cast<Provenance::Node>(node));
        if (!parts[node] || step.kind != Provenance::Kind::combined) continue;
        for (const auto operand : {step.a, step.b, step.c}) parts[operand] = true;
    }
    return parts;
}

}  // namespace

// Conditions have no value; they are looked at where they choose one.
Network::Network(const Provenance& formulas, const std::vector<Node>& cells) : formulas_(formulas) {
    const auto parts = parts_of(formulas, cells);
    values_.resize(parts.size());
    Node first = Provenance::none;
    for (Node node = 1; node < parts.size(); ++node) {
        if (!parts[node]) continue;
        const auto& step = formulas.step(node);
        values_[node] = value_of(step);
        const bool is_condition = step.op >= Op::eq_w && step.op <= Op::not_b;
        if (!values_[node] && step.kind == Provenance::Kind::combined && !is_condition &&
            first == Provenance::none)
            first = node;
    }
    for (const Node cell : cells) {
        if (!values_[cell] && stranger_ == Provenance::none)
            stranger_ = first == Provenance::none ? cell : first;
        cells_.push_back(values_[cell].value_or(Value{}));
    }
}

bool Network::is_number(Node node, std::uint32_t number) const {
    return formulas_.step(node).kind == Provenance::Kind::constant && formulas_.step(node).a == number;
}

std::optional<Network::Value> Network::value_of(const Provenance::Step& step) {
    using Kind = Provenance::Kind;
    if (step.kind == Kind::word) {
        steps_.push_back({Does::element, step.a});
        return Value{static_cast<std::uint32_t>(steps_.size() - 1)};
    }
    // Of constants only the smallest and the largest number are the same for every input of zeros and ones.
    if (step.kind == Kind::constant && step.a == 0) return Value{bottom};
    if (step.kind == Kind::constant && step.a == ~0u) return Value{top};
    if (step.kind != Kind::combined) return std::nullopt;
    auto a = values_[step.a];
    const auto b = values_[step.b];
    switch (step.op) {
        case Op::not_w:
            if (a) a->flipped = !a->flipped;
            return a;
        case Op::xor_w:
            if (is_number(step.b, 0)) return a;
            if (is_number(step.a, 0)) return b;
            if (is_number(step.a, ~0u)) a = b;
            if (!is_number(step.a, ~0u) && !is_number(step.b, ~0u)) return std::nullopt;
            if (a) a->flipped = !a->flipped;
            return a;
        case Op::min_u:
        case Op::max_u:
            return picked(step.op == Op::min_u, a, b);
        case Op::select_w:
            if (const auto by = order_of(step.c)) return chosen(*by, a, b);
            return std::nullopt;
        default:
            return std::nullopt;
    }
}

/// The smaller one of two flipped values is the larger one, flipped. A constant may be either.
std::optional<Network::Value> Network::picked(bool smaller, std::optional<Value> a, std::optional<Value> b) {
    if (!a || !b) return std::nullopt;
    for (auto* const one : {&*a, &*b})
        if (a->flipped != b->flipped && one->step <= top) *one = {top - one->step, !one->flipped};
    if (a->flipped != b->flipped) return std::nullopt;
    steps_.push_back({smaller != a->flipped ? Does::smaller : Does::larger, a->step, b->step});
    return Value{static_cast<std::uint32_t>(steps_.size() - 1), a->flipped};
}

/// a where the condition of that order holds, else b.
std::optional<Network::Value> Network::chosen(Order by, std::optional<Value> a, std::optional<Value> b) {
    if (!a || !b || a == b) return a && b ? a : std::nullopt;
    if (by.smaller == *a && by.larger == *b) return picked(true, a, b);
    if (by.smaller == *b && by.larger == *a) return picked(false, a, b);
    return std::nullopt;
}

std::optional<Network::Order> Network::order_of(Node condition) const {
    const auto& step = formulas_.step(condition);
    if (step.kind != Provenance::Kind::combined) return std::nullopt;
    const auto turned = [](std::optional<Order> order) {
        if (order) std::swap(order->smaller, order->larger);
        return order;
    };
    switch (step.op) {
        case Op::lt_u:
        case Op::le_u:
            if (!values_[step.a] || !values_[step.b]) return std::nullopt;
            return Order{*values_[step.a], *values_[step.b]};
        case Op::not_b:
            return turned(order_of(step.a));
        case Op::eq_w:  // as in (a < b) == ascending
        case Op::ne_w:
            for (const auto& [own, other] : {std::pair(step.a, step.b), std::pair(step.b, step.a)})
                for (const std::uint32_t truth : {0u, 1u})
                    if (is_number(other, truth))
                        return (truth == 1) == (step.op == Op::eq_w) ? order_of(own) : turned(order_of(own));
            return std::nullopt;
        default:
            return std::nullopt;
    }
}

std::uint64_t Network::words_of(std::uint32_t n) {
    return n > lane_bits ? std::uint64_t{1} << (n - lane_bits) : 1;
}

bool Network::has_time_for(std::uint32_t n) const {
    return static_cast<double>(words_of(n)) * static_cast<double>(steps_.size() + cells_.size()) <=
           most_words;
}

void Network::make(std::uint64_t first) {
    made_.resize(steps_.size());
    for (std::size_t s = 0; s < steps_.size(); ++s) {
        const auto& [does, a, b] = steps_[s];
        for (std::size_t w = 0; w < words_at_once; ++w)
            made_[s][w] = does == Does::smaller   ? made_[a][w] & made_[b][w]
                          : does == Does::larger  ? made_[a][w] | made_[b][w]
                          : does == Does::element ? element_in(a, first + w)
                          : does == Does::one     ? ~Bits{0}
                                                  : 0;
    }
}

Bits Network::made(std::size_t cell, std::size_t word) const {
    return made_[cells_[cell].step][word] ^ (cells_[cell].flipped ? ~Bits{0} : 0);
}

Network::Result Network::run(std::uint32_t n, bool descending) {
    if (!has_time_for(n)) return Result::too_long;
    const auto words = words_of(n);
    std::array<Bits, lane_bits + 2> at_least{};
    for (std::uint32_t least = 0; least < at_least.size(); ++least)
        at_least[least] = lanes_with(std::min(n, lane_bits), static_cast<int>(least));
    for (std::uint64_t first = 0; first < words; first += words_at_once) {
        make(first);
        for (std::size_t w = 0; w < std::min<std::uint64_t>(words_at_once, words - first); ++w)
            for (std::uint32_t cell = 0; cell < n; ++cell) {
                const auto ones = static_cast<std::uint32_t>(std::popcount(first + w));
                const auto least = descending ? cell + 1 : n - cell;
                const Bits wrong =
                    made(cell, w) ^ at_least[std::min(least - std::min(least, ones), lane_bits + 1)];
                if (wrong == 0) continue;
                const auto lane = static_cast<std::uint32_t>(std::countr_zero(wrong));
                for (std::uint32_t i = 0; i < n; ++i) {
                    const auto bit = i < lane_bits ? lane >> i : (first + w) >> (i - lane_bits);
                    counterexample_ += (i > 0 ? " " : "") + std::to_string(bit & 1);
                }
                return Result::wrong;
            }
    }
    return Result::right;
}

std::vector<Network::Neighbours> Network::neighbours(std::uint32_t n) {
    if (!has_time_for(n) || cells_.empty()) return {};
    std::vector<Neighbours> all(cells_.size() - 1);
    for (std::uint64_t first = 0; first < words_of(n); first += words_at_once) {
        make(first);
        for (std::size_t cell = 0; cell < all.size(); ++cell)
            for (std::size_t w = 0; w < words_at_once; ++w) {  // beyond the last word, patterns come again
                all[cell].ascend &= (made(cell, w) & ~made(cell + 1, w)) == 0;
                all[cell].descend &= (~made(cell, w) & made(cell + 1, w)) == 0;
            }
    }
    return all;
}

}  // namespace pbp::sim
