// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace pbp::hostile {

/// SPIR-V to begin from: that of all lessons' shaders that build without a lesson's defines, and of kernels
/// that hold each group of instructions.
std::vector<std::vector<std::uint32_t>> corpus();

/// Files of tests/sim_hostile/corpus/, which libFuzzer wrote, by name.
std::map<std::string, std::vector<std::uint32_t>> kept();

/// Hands words that claim to be a compute shader in at the door: validates, reads, decodes and runs them, and
/// puts what was found into words. Returns the error's sentence, or nothing; whatever else happens is a fault
/// of the simulator.
std::string try_out(const std::vector<std::uint32_t>& words);

/// The same past the door, where only the bounds that protect memory and time are left.
std::string try_out_past_the_door(const std::vector<std::uint32_t>& words);

/// The words with some of them changed: the same for the same seed.
std::vector<std::uint32_t> damaged(const std::vector<std::uint32_t>& words, std::uint64_t seed);

}  // namespace pbp::hostile
