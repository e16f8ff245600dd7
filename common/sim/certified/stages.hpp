// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/sim/beside/observed.hpp"
#include "common/sim/certified/promise.hpp"

namespace pbp::sim {

/// The formulas of each row of a run, as its passes make them.
class RowFormulas final : public Observing {
  public:
    /// What the simulator follows is one graph with what it followed before.
    RowFormulas(Simulator& simulator, std::shared_ptr<Provenance> graph);
    /// How far each pass is on the way to what is promised, for every input of n elements, in a sentence;
    /// empty: that cannot be said of its rows.
    std::string stages(std::uint32_t n, const Promise& promise) const;

  private:
    void add(std::uint64_t pass, const record::Pass& row, std::vector<Node> nodes,
             const std::vector<Node>& met, const Memory* memory) override;
    std::string in_order(std::uint32_t n) const;
    std::string added_up(std::uint32_t n) const;
    struct Row {
        std::uint64_t pass = 0;
        std::vector<Node> cells;
    };
    std::shared_ptr<Provenance> graph_;
    std::vector<Row> seen_;
};

}  // namespace pbp::sim
