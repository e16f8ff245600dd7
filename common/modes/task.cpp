// SPDX-License-Identifier: MIT
#include "common/modes/task.hpp"

#include "common/lesson/version_shaders.hpp"
#include "common/opengl/opengl.hpp"
#include "common/sim/reported/card.hpp"
#include "common/sim/run/simulator.hpp"

namespace pbp {

namespace {

std::unique_ptr<Backend> backend_of(const Machine& machine, sim::Simulator*& simulator) {
    const auto* settings = std::get_if<sim::Settings>(&machine);
    if (settings == nullptr) return open_gl(std::get<ContextOptions>(machine));
    if (!settings->card.empty())
        sim::read_card(settings->card);  // refuses an unknown one before anything runs
    auto made = std::make_unique<sim::Simulator>(*settings);
    simulator = made.get();
    return made;
}

}  // namespace

Opened::Opened(const Machine& machine, ShaderTree shaders, Observer* observer)
    : device(backend_of(machine, simulator), std::move(shaders), observer) {}

Opened::Opened(const Task& task, Observer& observer)
    : Opened(task.machine, shader_tree(task.lesson, task.options), &observer) {}

}  // namespace pbp
