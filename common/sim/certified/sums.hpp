// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "common/sim/kept/provenance.hpp"

namespace pbp::sim {

/// A formula that adds up elements: how often each is in it, and what is added besides, modulo 2^32.
struct Sum {
    std::vector<std::uint32_t> times;
    std::uint32_t besides = 0;
    Provenance::Node stranger = Provenance::none;  ///< a part that is no sum
};

/// Finds the sums of cells, which all have formulas.
class Sums {
  public:
    Sums(const Provenance& formulas, std::uint32_t n) : formulas_(formulas), n_(n) {}
    static constexpr std::uint32_t most_elements = 4096;
    /// That many cells would take longer than some two seconds.
    bool are_too_many(std::size_t cells) const;
    Sum of(Provenance::Node cell);

  private:
    const Provenance& formulas_;
    std::uint32_t n_;
    std::vector<std::uint32_t> times_;  ///< by node
};

}  // namespace pbp::sim
