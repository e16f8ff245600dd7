// SPDX-License-Identifier: MIT
#include "common/error.hpp"
#include "common/gpu/device.hpp"

namespace pbp {

Painter& Device::painter() {
    auto* painter = backend_->painter();
    if (painter == nullptr) fail(ExitCode::machine_lacks, "This device ({}) cannot draw.", info().renderer);
    return *painter;
}

Program Device::drawing(const std::string& shaders, const std::vector<glsl::Define>& defines) {
    const auto read = [&](const char* stage) {
        return glsl::preprocess(shaders_.root / (shaders + stage), {shaders_.root / "common", defines});
    };
    auto vertex = read(".vert"), fragment = read(".frag");
    return watched(Observer::Activity::build, shaders, [&] {
        auto built = painter().build(vertex, fragment);
        vertex.text += fragment.text;  // a uniform may be declared in either
        return Program(*backend_, shaders, std::move(vertex), std::move(built));
    });
}

void Device::clear(const Image& image, glm::vec4 color) {
    painter().clear(image.handle(), color);
}

void Device::clear_window(glm::vec4 color) {
    painter().clear(0, color);
}

void Device::draw_points(Program& drawing, std::uint32_t count, std::initializer_list<Argument> arguments,
                         const Image& image) {
    draw(drawing, count, {arguments.begin(), arguments.size()}, image.handle(), image.size());
}

void Device::draw_points(Program& drawing, std::uint32_t count, std::initializer_list<Argument> arguments) {
    draw(drawing, count, {arguments.begin(), arguments.size()}, 0, window().size());
}

void Device::draw(Program& drawing, std::uint32_t count, std::span<const Argument> arguments, Handle image,
                  glm::uvec2 size) {
    drawing.check_arguments(arguments);
    const auto buffers = handles(arguments, Reach::buffer), textures = handles(arguments, Reach::sampled),
               images = handles(arguments, Reach::image);
    const auto start = [&] {
        painter().draw_points(drawing.handle(), count, {buffers, textures, images}, image, size);
    };
    if (timing_) return start();
    watched(Observer::Activity::dispatch, drawing.name(), [&] {
        start();
        backend_->finish();
    });
}

Window& Device::window() {
    auto* window = painter().window();
    if (window == nullptr) fail(ExitCode::machine_lacks, "This device was opened without a window.");
    return *window;
}

void Device::show(const Image& image) {
    window();
    painter().show(image.handle(), image.size());
}

}  // namespace pbp
