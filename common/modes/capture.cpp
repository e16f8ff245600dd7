// SPDX-License-Identifier: MIT
#include "common/modes/capture.hpp"

#include "common/lesson/version_shaders.hpp"
#include "common/modes/check.hpp"
#include "common/opengl/opengl.hpp"
#include "common/options/option_group.hpp"

namespace pbp::mode {

void Capture::add_options(OptionGroup group) {
    group.flag("--capture", "For a graphics debugger: run once, one frame per dispatch (needs a display)");
}

int Capture::run(const Task& task, Sink& sink) const {
    auto context = std::get<ContextOptions>(task.machine);
    context.frames = true;
    Device device(open_gl(context), shader_tree(task.lesson, task.options), &sink);
    return run_versions(device, task.lesson, task.options, sink, {.paged = false, .framed = true});
}

}  // namespace pbp::mode
