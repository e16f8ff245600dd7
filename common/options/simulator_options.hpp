// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "common/options/option_group.hpp"
#include "common/sim/run/settings.hpp"

namespace pbp {

/// The simulator that is asked for: without settings of its own, in three orders.
sim::Settings& simulator_in(std::optional<sim::Settings>& asked);

/// What the simulated machine is like. Each of these asks for the simulator. `asked` must outlive the
/// parsing.
void add_simulator(OptionGroup simulator, std::optional<sim::Settings>& asked);
/// The same of what only its counts depend on.
void add_costs(OptionGroup simulator, std::optional<sim::Settings>& asked);

}  // namespace pbp
