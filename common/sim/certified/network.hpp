// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/sim/kept/provenance.hpp"

namespace pbp::sim {

/// Formulas that do nothing but pick the smaller or the larger one of two values. Such a network is right for
/// every input if it is for all inputs of zeros and ones: D. E. Knuth, "The Art of Computer Programming",
/// volume 3, 5.3.4, theorem Z.
class Network {
  public:
    static constexpr std::uint32_t most_elements = 24;
    using Node = Provenance::Node;

    /// `cells` are the formulas of the result, none of them none.
    Network(const Provenance& formulas, const std::vector<Node>& cells);
    /// The first formula that does something else; none: all are such a network.
    Node stranger() const { return stranger_; }

    /// Tries all patterns of n elements, at most `most_elements`: as many cells are to have them in order.
    enum class Result : std::uint8_t { right, wrong, too_long };
    Result run(std::uint32_t n, bool descending);
    /// How each of these cells and the next one are to each other, whatever the patterns of n elements;
    /// nothing: there are too many.
    struct Neighbours {
        bool ascend = true, descend = true;
    };
    std::vector<Neighbours> neighbours(std::uint32_t n);
    /// The first pattern that comes out wrong, e.g. "0 1 1 0".
    const std::string& counterexample() const { return counterexample_; }

  private:
    enum class Does : std::uint8_t { element, zero, one, smaller, larger };
    struct Step {
        Does does = Does::zero;
        std::uint32_t a = 0, b = 0;  ///< steps; of an element, its number
    };
    /// What a step made, or all of its bits flipped, which turns the order around. Beside values that are as
    /// they were, flipped ones would break the principle.
    struct Value {
        std::uint32_t step = 0;
        bool flipped = false;
        bool operator==(const Value&) const = default;
    };
    /// Which of two values is the smaller one where a condition holds, unless they are equal.
    struct Order {
        Value smaller, larger;
    };
    std::optional<Value> value_of(const Provenance::Step& step);
    std::optional<Value> picked(bool smaller, std::optional<Value> a, std::optional<Value> b);
    std::optional<Value> chosen(Order by, std::optional<Value> a, std::optional<Value> b);
    std::optional<Order> order_of(Node condition) const;
    bool has_time_for(std::uint32_t n) const;
    static std::uint64_t words_of(std::uint32_t n);
    /// Words of 64 patterns each, from that one on.
    void make(std::uint64_t first);
    std::uint64_t made(std::size_t cell, std::size_t word) const;
    bool is_number(Node node, std::uint32_t number) const;

    const Provenance& formulas_;
    std::vector<std::optional<Value>> values_;  ///< by node
    std::vector<Step> steps_{{Does::zero}, {Does::one}};
    std::vector<Value> cells_;
    static constexpr std::size_t words_at_once = 8;
    std::vector<std::array<std::uint64_t, words_at_once>> made_;  ///< by step
    Node stranger_ = Provenance::none;
    std::string counterexample_;
};

}  // namespace pbp::sim
