// SPDX-License-Identifier: MIT
#pragma once

#include "common/sim/report/report.hpp"
#include "common/sim/report/uniformity.hpp"
#include "common/sim/run/simulator.hpp"

namespace pbp::sim {

/// Describes the findings of one program, with lines from its source.
class Wording {
  public:
    /// Both outlive it.
    Wording(const glsl::Source& source, const Code& code);
    ReportedFinding finding(const Finding& one) const;
    ReportedFinding barrier(const RacyBarrier& one) const;

  private:
    std::string sentence(const Finding& one) const;
    std::string between_two(const Finding& one) const;  ///< about a word that two invocations use
    std::string advice(const Finding& one) const;       ///< on those
    std::string array_of(std::uint32_t instruction) const;
    std::string out_of_bounds(const Finding& one, const std::string& me) const;
    std::string name_of_memory(const Place& place) const;
    std::string value(const Finding& one, std::uint32_t bits) const;
    std::string values(const Finding& one) const;
    std::string outside(const Finding& one, const std::string& me) const;

  public:
    /// What other schedules left; empty if none was tried.
    std::string schedules(const Schedules& tried) const;

  private:
    static std::string memory_barrier(const Finding& one);
    // advice.cpp
    std::string remedy(const Finding& race) const;
    std::string beside_atomic(const Finding& race, const std::string& barrier) const;
    std::string coherent_for(const Finding& one) const;
    std::vector<ReportedPlace> places(const Finding& one) const;
    ReportedPlace place(std::uint32_t site, std::string role) const;
    std::string who(const Party& party) const;
    std::string word(const Finding& one) const;

    const glsl::Source& source_;
    const Code& code_;
    std::uint32_t local_;  ///< invocations per workgroup
};

/// True of advice to put a barrier() somewhere.
bool asks_for_barrier(const std::string& advice);

}  // namespace pbp::sim
