// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "common/device/device.hpp"
#include "common/opengl/context.hpp"
#include "common/options/option_group.hpp"
#include "common/process/time_limits.hpp"
#include "common/sim/run/settings.hpp"

namespace pbp {

// What all programs ask of the machine. The structures must outlive the parsing.

/// --context and --gpu.
void add_context(OptionGroup machine, ContextOptions& context);
/// Throws Error(wrong_usage) where they contradict each other.
void check_context(const ContextOptions& context);
/// What gives another program the same context, e.g. {"--context", "egl"}.
std::vector<std::string> words_for(const ContextOptions& context);

/// --subgroup.
void add_subgroup(OptionGroup machine, std::optional<SubgroupBackend>& subgroup);

/// --time-limit and --compile-limit; the first stops `what`, e.g. "a pass".
void add_limits(OptionGroup machine, const std::string& what, TimeLimits& limits);

/// The simulator that is asked for: without settings of its own, in three orders.
sim::Settings& simulator_in(std::optional<sim::Settings>& asked);

/// What the simulated machine is like. Each of these asks for the simulator. `asked` must outlive the
/// parsing.
void add_simulator(OptionGroup simulator, std::optional<sim::Settings>& asked);
/// --sim-spirv.
void add_listing(OptionGroup simulator, std::optional<sim::Settings>& asked);
/// The same of what only its counts depend on.
void add_costs(OptionGroup simulator, std::optional<sim::Settings>& asked);

}  // namespace pbp
