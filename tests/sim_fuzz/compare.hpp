// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/device/backend.hpp"
#include "common/sim/run/settings.hpp"
#include "tests/sim_fuzz/program.hpp"

namespace pbp::fuzz {

/// What a program's buffers hold behind its run, and what was found wrong, if anything was.
struct Outcome {
    std::vector<std::uint32_t> words;
    std::string fault;
};

/// Runs a program on any backend. A build that fails becomes a fault.
Outcome run(Backend& backend, const Program& program);
/// Runs it on the simulator: findings, notes aside, are faults, since a program has none by construction.
Outcome simulated(const sim::Settings& settings, const Program& program);

/// Why a program's outcome is not the same on the device and on the simulator under some settings; empty if
/// it is. Without a device, the first settings stand for it.
std::string difference(Backend* device, const std::vector<sim::Settings>& all, const Program& program);

/// A smaller program that differs still, found by taking statements out.
Program shrunk(Backend* device, const std::vector<sim::Settings>& all, Program program);

}  // namespace pbp::fuzz
