// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace pbp::hostile {

/// SPIR-V to start from: all lessons' shaders that build without a lesson's defines, and kernels that contain
/// each group of instructions.
std::vector<std::vector<std::uint32_t>> corpus();

/// Files of tests/sim_hostile/corpus/, which libFuzzer wrote, by name.
std::map<std::string, std::vector<std::uint32_t>> kept();

/// Passes words that claim to be a compute shader through the front door: validates, reads, decodes and runs
/// them, and describes the findings. Returns the error message, or nothing; any other outcome is a fault
/// of the simulator.
std::string try_out(const std::vector<std::uint32_t>& words);

/// The same past the door, protected only by the bounds on memory and time.
std::string try_out_past_the_door(const std::vector<std::uint32_t>& words);

/// True for a sentence that says that the words make no sense.
inline bool blames(const std::string& outcome) {
    return outcome.find("rejects the shader") != std::string::npos ||
           outcome.find("cannot read the shader's SPIR-V") != std::string::npos;
}
/// The words with some of them changed: the same for the same seed.
std::vector<std::uint32_t> damaged(const std::vector<std::uint32_t>& words, std::uint64_t seed);

}  // namespace pbp::hostile
