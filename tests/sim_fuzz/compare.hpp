// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/device/backend.hpp"
#include "common/sim/run/settings.hpp"
#include "tests/sim_fuzz/program.hpp"

namespace pbp::fuzz {

/// What a program's buffers hold after its run, and what was found wrong, if anything.
struct Outcome {
    std::vector<std::uint32_t> words;
    std::string fault;
};

/// Runs a program on any backend. A failed build becomes a fault.
Outcome run(Backend& backend, const Program& program);
/// Runs it on the simulator: findings other than notes are faults, since a program has none by construction.
Outcome simulated(const sim::Settings& settings, const Program& program);

/// How a program's outcome on the device differs from that on the simulator under some settings; empty if it
/// does not. Without a device, the first settings serve as the reference.
std::string difference(Backend* device, const std::vector<sim::Settings>& all, const Program& program);

/// A smaller program that still differs, found by taking statements out.
Program shrunk(Backend* device, const std::vector<sim::Settings>& all, Program program);

}  // namespace pbp::fuzz
