// SPDX-License-Identifier: MIT
#include "common/modes/on_opengl.hpp"

#include "common/lesson/selection.hpp"
#include "common/lesson/version_shaders.hpp"
#include "common/modes/check.hpp"
#include "common/modes/noting_backend.hpp"
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
