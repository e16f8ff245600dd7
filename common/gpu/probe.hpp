// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "common/gpu/device.hpp"

namespace pbp {

/// What only a shader can find out about its driver.
struct Probe {
    std::uint32_t subgroup_size = 0;           ///< lanes, under the back end that sg_* calls have now
    bool waiting_workgroups_progress = false;  ///< a workgroup that waits for an earlier one lets it run
};

/// The shader of the probe and its defines, for whoever keeps built programs.
inline constexpr const char* probe_shader = "common/probe.comp";
std::vector<glsl::Define> probe_defines();

/// Runs the probe, a dispatch of 1024 workgroups each of which waits for the one before it, for a bounded time.
Probe probe(Device& device, Program& program);
Probe probe(Device& device);

/// True where workgroups may wait for earlier ones, as a decoupled look-back does; no API promises it.
bool waiting_workgroups_progress(Device& device);

/// How many polls a waiting workgroup makes before it gives up: well under the default time limit, and long enough for
/// an operating system that takes the processor away from a software renderer's thread.
std::uint32_t patience(const DeviceInfo& info);

}  // namespace pbp
