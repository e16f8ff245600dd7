// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

namespace pbp::sim {

/// The only entry for untrusted SPIR-V: what passes may be given to Simulator::build, as may the output of
/// compile(). Throws Error(shader_does_not_build) with the first sentence of SPIRV-Tools' validator.
void validate(std::span<const std::uint32_t> words);

}  // namespace pbp::sim
