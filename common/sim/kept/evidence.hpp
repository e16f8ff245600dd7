// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "common/sim/code/code.hpp"
#include "common/sim/kept/mask.hpp"
#include "common/sim/kept/shadow.hpp"

namespace pbp::sim {

/// One execution of a memory instruction by a subgroup: what its lanes accessed together.
struct AccessSample {
    std::uint32_t instruction = 0;
    std::uint32_t cost = 0;    ///< cycles or sectors beyond the minimum
    std::uint32_t length = 4;  ///< bytes that each lane accesses
    Mask lanes;
    std::vector<std::uint32_t> addresses;  ///< in bytes, one per lane
};

/// A block that a subgroup of the first workgroup ran, and its active lanes.
struct Step {
    std::uint32_t subgroup = 0, block = 0;
    Mask lanes;
};

/// The writers of the first words of a buffer in one dispatch: flat invocation + 1, 0 for none.
struct WriterRow {
    std::uint64_t dispatch = 0;
    std::uint32_t buffer = 0;
    std::vector<std::uint32_t> writers;
};

/// The data for pictures: per memory instruction its costliest execution, for the first workgroup its first
/// steps, per dispatch the writers. Bounded, whatever the size of the work.
struct Evidence {
    static constexpr std::size_t most_steps = 4096, most_words = 64, most_rows = 48;
    std::vector<AccessSample> samples;
    std::vector<Step> steps;
    std::vector<WriterRow> writers;

    void keep(AccessSample sample) {
        for (auto& one : samples)
            if (one.instruction == sample.instruction) {
                if (sample.cost > one.cost) one = std::move(sample);
                return;
            }
        samples.push_back(std::move(sample));
    }
    /// Of a dispatch whose first invocation was `base`.
    void add_writers(const Code& code, const std::vector<Memory*>& buffers, std::uint32_t base,
                     std::uint64_t dispatch);
    void add(const Evidence& other) {
        for (const auto& sample : other.samples) keep(sample);
        if (steps.empty()) steps = other.steps;
        for (const auto& row : other.writers)
            if (writers.size() < most_rows) writers.push_back(row);
    }
};

}  // namespace pbp::sim
