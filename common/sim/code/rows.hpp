// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <vector>

#include "common/sim/code/code.hpp"

namespace pbp::sim {

/// Allocates rows: lasting ones, which are never freed, and temporary ones, which exist within a block and
/// are reference-counted by the values that use them. The rows of one request are consecutive.
class Rows {
  public:
    Row lasting(std::uint32_t count) {
        const Row first = taken(count);
        references_.resize(next_, forever);
        return first;
    }
    Row temporary(std::uint32_t count);
    bool is_temporary(Row row) const { return references_.at(row) != forever; }
    /// Adds or removes one use of a temporary row; rows without uses can be allocated again.
    void keep(Row row) {
        if (is_temporary(row)) ++references_[row];
    }
    void drop(Row row);
    /// Frees what was allocated since the last call and never kept.
    void end_statement();
    std::uint32_t references(Row row) const { return references_.at(row); }
    Row count() const { return next_; }

  private:
    static constexpr std::uint32_t forever = 0xFFFFFFFFu;
    void free_if_unused(Row row);
    /// Fresh rows. Throws Error(shader_does_not_build) if an invocation would have too many.
    Row taken(std::uint32_t count);
    struct Run {
        Row first = 0;
        std::uint32_t count = 0;
        bool free = false;
    };
    Row next_ = 0;
    std::vector<std::uint32_t> references_;
    std::vector<Run> runs_;
    std::map<Row, std::uint32_t> run_of_;
    std::map<std::uint32_t, std::vector<std::uint32_t>> free_;  ///< runs, by number of rows
    std::vector<std::uint32_t> recent_;                         ///< runs allocated for this statement
};

}  // namespace pbp::sim
