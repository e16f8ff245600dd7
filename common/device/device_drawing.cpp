// SPDX-License-Identifier: MIT
#include "common/base/error.hpp"
#include "common/device/device.hpp"

namespace pbp {

Painter& Device::painter() {
    auto* painter = backend_->painter();
    if (painter == nullptr) fail(ExitCode::machine_lacks, "This device ({}) cannot draw.", info().renderer);
    return *painter;
}

Program Device::drawing(const std::string& vertex, const std::string& fragment) {
    const auto read = [&](const std::string& shader) {
        return glsl::preprocess(shaders_.root / shader, {shaders_.root / "common", {}});
    };
    auto source = read(vertex);
    const auto second = read(fragment);
    return watched(observer_, Observer::Activity::build, vertex, [&] {
        auto built = painter().build(source, second);
        source.text += second.text;  // a uniform may be declared in either
        return Program(*backend_, vertex, std::move(source), std::move(built));
    });
}

void Device::clear(Image& image, glm::vec4 color) {
    painter().clear(image.handle(), color);
}

void Device::clear_window(glm::vec4 color) {
    painter().clear(0, color);
}

void Device::draw_points(Program& drawing, std::uint32_t count, std::initializer_list<Argument> arguments,
                         Image& image) {
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
    watched(observer_, Observer::Activity::dispatch, drawing.name(), [&] {
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
