// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "common/device/device.hpp"

namespace pbp {

/// Driver properties that only a shader can find out.
struct Probe {
    std::uint32_t subgroup_size = 0;  ///< lanes, with the current sg_* backend
    /// A workgroup that waits for an earlier one does not starve it.
    bool waiting_workgroups_progress = false;
};

/// The shader of the probe and its defines, for caches of built programs.
inline constexpr const char* probe_shader = "common/probe.comp";
std::vector<glsl::Define> probe_defines();

/// Runs the probe: each workgroup waits, for a bounded time, for the one before it. It takes several failed
/// attempts before the answer is no, since llvmpipe leaves a loop after 65535 iterations, and an operating
/// system may suspend a thread for longer.
Probe probe(Device& device, Program& program);
Probe probe(Device& device);

/// The number of lanes per subgroup with the current sg_* backend, where only a shader can say.
std::uint32_t lanes_of(Device& device);

/// True if workgroups may wait for earlier ones, as a decoupled look-back does; no API guarantees it.
bool waiting_workgroups_progress(Device& device);

}  // namespace pbp
