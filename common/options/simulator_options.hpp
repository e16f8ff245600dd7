// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "common/options/option_group.hpp"
#include "common/sim/run/settings.hpp"

namespace pbp {

/// --sim, all that belongs to it, and --sim-sweep: each of them asks for the simulator. `simulated` must
/// outlive the parsing.
void add_simulator(OptionGroup simulator, std::optional<sim::Settings>& simulated);

}  // namespace pbp
