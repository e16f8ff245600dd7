// SPDX-License-Identifier: MIT
#include "common/modes/on_opengl.hpp"

#include <memory>

#include "common/device/forwarding_backend.hpp"
#include "common/event/sink.hpp"
#include "common/lesson/selection.hpp"
#include "common/lesson/version_shaders.hpp"
#include "common/modes/check.hpp"
#include "common/modes/scribe.hpp"
#include "common/opengl/opengl.hpp"

namespace pbp::mode {

namespace {

/// Tells a scribe what the calls of a backend are for.
class NotingBackend final : public ForwardingBackend {
  public:
    NotingBackend(std::unique_ptr<Backend> device, Scribe& scribe)
        : ForwardingBackend(std::move(device)), scribe_(scribe) {}

    Handle create_buffer(std::size_t bytes) override {
        scribe_.prepare(false);
        return device_->create_buffer(bytes);
    }
    Handle create_mapped_buffer(std::size_t bytes, std::byte*& seen) override {
        scribe_.prepare(false);
        return device_->create_mapped_buffer(bytes, seen);
    }
    Handle create_image(glm::uvec2 size) override {
        scribe_.prepare(false);
        return device_->create_image(size);
    }
    void write(Handle buffer, std::size_t offset, std::span<const std::byte> bytes) override {
        scribe_.prepare(false);
        device_->write(buffer, offset, bytes);
    }
    void fill(Handle buffer, std::uint32_t word) override {
        scribe_.prepare(false);
        device_->fill(buffer, word);
    }
    Built build(const glsl::Source& source) override {
        scribe_.prepare(false);
        auto built = device_->build(source);
        scribe_.built(built, source.files.front().stem().string());
        return built;
    }
    void set(Handle program, int location, const UniformValue& value) override {
        scribe_.prepare(true);
        device_->set(program, location, value);
    }
    bool compiles_late() const override { return false; }  // else calls would be listed that no lesson makes
    void dispatch(Handle program, Groups groups, const Bindings& bindings) override {
        scribe_.prepare(true);
        scribe_.dispatching(program, bindings);
        device_->dispatch(program, groups, bindings);
        scribe_.dispatched();
    }

  private:
    Scribe& scribe_;
};

/// Tells a scribe what a dispatch is called, and the next sink all else.
class TitleSink final : public Sink {
  public:
    TitleSink(Scribe& scribe, Sink& next) : scribe_(scribe), next_(next) {}
    void on_event(const Event& event) override {
        if (const auto* begun = std::get_if<event::Begin>(&event);
            begun != nullptr && begun->activity == Activity::dispatch)
            scribe_.title(begun->what.substr(begun->what.find('/') + 1));
        next_.on_event(event);
    }

  private:
    Scribe& scribe_;
    Sink& next_;
};

}  // namespace

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
