// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "common/device/device.hpp"

namespace pbp {

/// What only a shader can find out about its driver.
struct Probe {
    std::uint32_t subgroup_size = 0;           ///< lanes, under the back end that sg_* calls have now
    bool waiting_workgroups_progress = false;  ///< a workgroup that waits for an earlier one lets it run
};

/// The shader of the probe and its defines, for whoever keeps built programs.
inline constexpr const char* probe_shader = "common/probe.comp";
std::vector<glsl::Define> probe_defines();

/// Runs the probe: workgroups each of which waits, for a bounded time, for the one before it. Some attempts
/// are made before the answer is no, since llvmpipe leaves a loop after 65535 rounds, and an operating system
/// may let a thread rest longer.
Probe probe(Device& device, Program& program);
Probe probe(Device& device);

/// True where workgroups may wait for earlier ones, as a decoupled look-back does; no API promises it.
bool waiting_workgroups_progress(Device& device);

}  // namespace pbp
