// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "common/event/sink.hpp"
#include "common/opengl/context.hpp"
#include "common/process/time_limits.hpp"

namespace pbp::bench {

/// The worker's part: measures what the device can do, as the simulator's prediction asks for it
/// (docs/performance.md, "How the prediction works"), with the kernels in shaders/bench/card/, and tells it
/// as the result. Throws Error(machine_lacks) on a software renderer, of which no number would mean anything.
int tell_card(const ContextOptions& context, const std::filesystem::path& shaders, Sink& sink);

/// Starts that worker with these words, writes what it found to `file`, and prints it, with `json` nothing
/// else. Returns 0, or the worker's exit code.
int keep_card(const std::filesystem::path& file, const std::vector<std::string>& words,
              const TimeLimits& limits, bool json, const std::function<bool()>& stopped);

}  // namespace pbp::bench
