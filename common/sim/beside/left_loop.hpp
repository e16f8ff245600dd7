// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "common/device/device.hpp"

namespace pbp::sim {

/// A loop that a driver may have left before its end.
struct LeftLoop {
    bool certain = false;  ///< its work did not end; else the simulator had no time to find out
    std::string sentence;  ///< with the loop's line
};

/// llvmpipe leaves all loops of an invocation after 65,535 rounds, without a word, and carries on after them;
/// newer ones do not. Asks `driver` by a small dispatch whether it is one that does; if so, repeats `work` on
/// a simulated machine with subgroups of the same size, and reports the loop that takes more rounds there. A
/// simulated dispatch has `limit_s` seconds; to the observer they are dispatches.
std::optional<LeftLoop> left_loop(Device& driver, ShaderTree shaders, double limit_s, Observer& observer,
                                  const std::function<void(Device&)>& work);

/// False for a text that has no loop to leave.
bool has_loops(const glsl::Source& source);

}  // namespace pbp::sim
