// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

namespace pbp::sim {

/// The one door for SPIR-V that somebody hands in: what passes may be given to Simulator::build, as may what
/// compile() made. Throws Error(shader_does_not_build) with the first sentence of SPIRV-Tools' validator.
void validate(std::span<const std::uint32_t> words);

}  // namespace pbp::sim
