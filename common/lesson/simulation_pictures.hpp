// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/sim/run/simulator.hpp"

namespace pbp {

/// Draws what a program did on the simulator: which lanes were active when, the costliest access to shared
/// memory and to buffers, who wrote what. Files begin with `stem`, e.g. "out/03_reduction/v3_sequential_sim";
/// gives those that were written, a picture without anything to show left out. `title` names the version.
std::vector<std::string> save_simulation_pictures(const sim::Account& account, const sim::Settings& settings,
                                                  const std::filesystem::path& stem,
                                                  const std::string& title);

}  // namespace pbp
