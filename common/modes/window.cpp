// SPDX-License-Identifier: MIT
#include "common/modes/window.hpp"

#include "common/lesson/selection.hpp"
#include "common/lesson/version_shaders.hpp"
#include "common/opengl/opengl.hpp"

namespace pbp::mode {

void Window::add_options(const VerbOptions& window) {
    window.data().own().versions().sizes().limits().in_process();
}

int Window::run(const Task& task, Sink& sink) const {
    auto context = std::get<ContextOptions>(task.machine);  // always GLFW's
    context.visible = true;
    Device device(open_gl(context), shader_tree(task.lesson, task.options), &sink);
    check_n(task.lesson, task.options, device.limits());
    task.lesson.window(device, task.options);
    return static_cast<int>(ExitCode::right);
}

}  // namespace pbp::mode
