// SPDX-License-Identifier: MIT
#include "common/modes/check/simulate.hpp"

#include "common/modes/check/check.hpp"
#include "common/modes/sweep/sweep.hpp"
#include "common/sim/run/simulator.hpp"

namespace pbp {

int simulate_versions(const Lesson& lesson, const Options& options, const ShaderTree& shaders, Sink& sink) {
    if (options.sim_sweep) return sweep_versions(lesson, options, shaders, sink);
    auto backend = std::make_unique<sim::Simulator>(*options.simulated);
    auto& simulator = *backend;
    Device device(std::move(backend), shaders, &sink);
    return run_versions(device, lesson, options, sink, &simulator);
}

}  // namespace pbp
