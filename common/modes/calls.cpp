// SPDX-License-Identifier: MIT
#include "common/modes/calls.hpp"

#include "common/lesson/version_shaders.hpp"
#include "common/modes/check.hpp"
#include "common/modes/noting_backend.hpp"
#include "common/opengl/opengl.hpp"

namespace pbp::mode {

void Calls::add_options(const VerbOptions& calls) {
    calls.data().input().own().versions().sizes();
    calls.pictures().table().report().context().limits().debug().in_process();
}

int Calls::run(const Task& task, Sink& sink) const {
    Scribe scribe;
    TitleSink titled(scribe, sink);
    auto backend = std::make_unique<NotingBackend>(open_gl(std::get<ContextOptions>(task.machine)), scribe);
    record_calls([&](const calls::Call& call) { scribe.heard(call); });
    Device device(std::move(backend), shader_tree(task.lesson, task.options), &titled);
    return run_versions(device, task.lesson, task.options, sink, {.listener = &scribe});
}

}  // namespace pbp::mode
