// SPDX-License-Identifier: MIT
#include "common/modes/capture.hpp"

#include "common/lesson/version_shaders.hpp"
#include "common/modes/check.hpp"
#include "common/opengl/opengl.hpp"

namespace pbp::mode {

void Capture::add_options(const VerbOptions& capture) {
    capture.data().input().own().plain_own().versions().sizes();
    capture.pictures().table().checks().report().debug().memory();
}

int Capture::run(const Task& task, Sink& sink) const {
    auto context = std::get<ContextOptions>(task.machine);  // always GLFW's
    context.frames = true;
    Device device(open_gl(context), shader_tree(task.lesson, task.options), &sink);
    return run_versions(device, task.lesson, task.options, sink, {.paged = false, .framed = true});
}

}  // namespace pbp::mode
