// SPDX-License-Identifier: MIT
#include "common/device/device.hpp"

#include <algorithm>

#include "common/base/error.hpp"
#include "common/device/group_count.hpp"

namespace pbp {

namespace {

constexpr char axes[] = {'x', 'y', 'z'};

void check_limits(const std::string& what, Groups groups, const Limits& limits) {
    for (int axis = 0; axis < 3; ++axis)
        if (groups[axis] > limits.workgroup_count[axis])
            fail(ExitCode::wrong_usage,
                 "{} needs {} workgroups in {}, but this driver allows {}; give a smaller --n.", what,
                 groups[axis], axes[axis], limits.workgroup_count[axis]);
}

}  // namespace

Device::Device(std::unique_ptr<Backend> backend, ShaderTree shaders, Observer* observer)
    : backend_(std::move(backend)), shaders_(std::move(shaders)), observer_(observer) {
    if (!info().subgroups.empty()) subgroups_ = info().subgroups.front();
}

void Device::use_subgroups(SubgroupBackend backend) {
    if (std::ranges::find(info().subgroups, backend) == info().subgroups.end())
        fail(ExitCode::machine_lacks,
             "This driver ({}) has no '{}' subgroup back end; leave --subgroup out to use the best it has.",
             info().renderer, to_string(backend));
    subgroups_ = backend;
}

std::size_t Device::checked_count(std::size_t count, std::size_t size) const {
    if (count == 0) fail(ExitCode::wrong_usage, "A buffer needs at least one element.");
    if (count > limits().buffer_bytes / size)
        fail(ExitCode::wrong_usage,
             "A buffer of {} elements needs {} bytes; this driver allows {} (n at most {}). Give a smaller "
             "--n.",
             count, count * size, limits().buffer_bytes, limits().buffer_bytes / size);
    return count;
}

Image Device::image(glm::uvec2 size, const std::vector<Pixel>& pixels) {
    const auto largest = limits().image_size;
    if (size.x == 0 || size.y == 0)
        fail(ExitCode::wrong_usage, "An image needs at least one pixel, but its size is {} x {}.", size.x,
             size.y);
    if (size.x > largest || size.y > largest)
        fail(ExitCode::wrong_usage,
             "An image of {} x {} pixels is above this driver's limit of {} x {}; give a smaller one.",
             size.x, size.y, largest, largest);
    Image made(*backend_, size);
    if (pixels.size() != made.pixels())
        fail(ExitCode::wrong_usage, "An image of {} x {} pixels was given {} pixels.", size.x, size.y,
             pixels.size());
    backend_->write_image(made.handle(), size, std::as_bytes(std::span(pixels)));
    return made;
}

Image Device::image(glm::uvec2 size) {
    return image(size, std::vector<Pixel>(std::size_t{size.x} * size.y, Pixel(0xA5)));
}

Image Device::image(const ImageShape& shape, std::span<const Texel> texels) {
    const auto largest = limits().image_size;
    for (int axis = 0; axis < 3; ++axis)
        if (shape.size[axis] > largest)
            fail(ExitCode::wrong_usage,
                 "An image of {} x {} x {} texels is above this driver's limit of {}; give a smaller one.",
                 shape.size.x, shape.size.y, shape.size.z, largest);
    Image made(*backend_, shape);
    backend_->write_texels(made.handle(), texels);
    return made;
}

std::vector<Pixel> Device::read(const Image& image) {
    std::vector<Pixel> pixels(image.pixels());
    backend_->read_image(image.handle(), std::as_writable_bytes(std::span(pixels)));
    return pixels;
}

glsl::Source Device::source(const std::string& shader, const BuildOptions& options) const {
    const auto file = is_replaced(shader) ? shaders_.replacement : shaders_.root / shader;
    glsl::PreprocessOptions preprocessing{shaders_.root / "common", options.defines, options.reversed,
                                          options.debug, shaders_.texts};
    preprocessing.defines.push_back({"SG_BACKEND", std::to_string(static_cast<int>(subgroups_))});
    if (options.traced) preprocessing.defines.push_back({"PBP_TRACE", "1"});
    auto source = glsl::preprocess(file, preprocessing);
    if (!source.has_local_size())
        fail(ExitCode::shader_does_not_build,
             "{}: no line gives the number of invocations per workgroup; add layout(local_size_x = 64) in;, "
             "with the number that the shader needs.",
             source.locate(0, 1).file);
    return source;
}

Program Device::program(const std::string& shader, const BuildOptions& options) {
    return build(is_replaced(shader) ? shaders_.replacement.string() : shader, source(shader, options));
}

Program Device::build(const std::string& name, glsl::Source source) {
    return watched(observer_, Observer::Activity::build, name, [&] {
        auto built = backend_->build(source);
        return Program(*backend_, name, std::move(source), std::move(built));
    });
}

std::vector<Handle> Device::handles(std::span<const Argument> arguments, Reach reach) {
    std::vector<Handle> at;
    for (const auto& argument : arguments) {
        if (argument.reach != reach) continue;
        at.resize(std::max<std::size_t>(at.size(), argument.binding + 1));
        at[argument.binding] = argument.handle;
    }
    return at;
}

void Device::dispatch(Program& program, Groups groups, std::initializer_list<Argument> arguments,
                      const std::string& what) {
    dispatch(program, groups, std::span(arguments.begin(), arguments.size()), {}, what);
}

void Device::dispatch(Program& program, Groups groups, std::span<const Argument> arguments,
                      const Instruments& instruments, const std::string& what) {
    for (int axis = 0; axis < 3; ++axis)
        if (groups[axis] == 0)
            fail(ExitCode::wrong_usage, "{} was dispatched with 0 workgroups in {}; it needs at least one.",
                 program.name(), axes[axis]);
    check_limits(program.name(), groups, limits());
    if (product(groups.x, groups.y, groups.z) > most_workgroups)
        fail(ExitCode::wrong_usage,
             "{} needs {} x {} x {} workgroups, but a dispatch can have at most {} in all; give a smaller "
             "--n.",
             program.name(), groups.x, groups.y, groups.z, most_workgroups);
    program.check_arguments(arguments);

    auto buffers = handles(arguments, Reach::buffer);
    if (buffers.size() > debug_binding)
        fail(ExitCode::wrong_usage,
             "{} is given a buffer at binding {}, but bindings {} and above are reserved for LOG and TRACE; "
             "use "
             "0 to {}, and keep several numbers in one buffer if these are not enough.",
             program.name(), buffers.size() - 1, debug_binding, debug_binding - 1);
    buffers.resize(trace_binding + 1);
    buffers[debug_binding] = instruments.debug;
    buffers[trace_binding] = instruments.trace;
    const auto textures = handles(arguments, Reach::sampled), images = handles(arguments, Reach::image);
    std::vector<Access> accesses(buffers.size(), Access::inout);
    for (const auto& argument : arguments)
        if (argument.reach == Reach::buffer) accesses[argument.binding] = argument.access;

    if (!timing_ && observer_ != nullptr)
        for (const auto& note : program.take_notes()) observer_->note(note);
    start(program, groups, {buffers, textures, images, accesses}, what);
}

void Device::launch(Program& program, Groups groups, Bindings bindings, const Instruments& instruments,
                    const std::string& what) {
    std::vector<Handle> buffers(bindings.buffers.begin(), bindings.buffers.end());
    buffers.resize(std::max<std::size_t>(buffers.size(), trace_binding + 1));
    if (instruments.debug != 0) buffers[debug_binding] = instruments.debug;
    if (instruments.trace != 0) buffers[trace_binding] = instruments.trace;
    bindings.buffers = buffers;
    start(program, groups, bindings, what);
}

void Device::start(Program& program, Groups groups, const Bindings& bindings, const std::string& during) {
    if (timing_) return backend_->dispatch(program.handle(), groups, bindings);
    const auto what = during.empty() ? program.name() : program.name() + ", " + during;
    if (program.first_dispatch() && backend_->compiles_late())
        watched(observer_, Observer::Activity::build, program.name(),
                [&] { backend_->compile_now(program.handle(), bindings); });
    watched(observer_, Observer::Activity::dispatch, what, [&] {
        backend_->dispatch(program.handle(), groups, bindings);
        backend_->finish();
    });
}

Groups groups_for(std::uint64_t invocations, std::uint32_t local_size, const Limits& limits) {
    const std::uint64_t needed = std::max<std::uint64_t>(1, (invocations + local_size - 1) / local_size);
    const std::uint64_t rows = (needed + limits.workgroup_count.x - 1) / limits.workgroup_count.x;
    const std::uint64_t columns = (needed + rows - 1) / rows;
    return {static_cast<std::uint32_t>(columns), static_cast<std::uint32_t>(rows), 1};
}

Groups groups_for(glm::uvec2 cells, glm::uvec2 side, const Limits& limits) {
    const Groups groups(glm::max(cells / side + glm::min(cells % side, 1u), 1u), 1);
    check_limits(fmt::format("A grid of {} x {} cells", cells.x, cells.y), groups, limits);
    return groups;
}

std::string to_string(SubgroupBackend backend) {
    switch (backend) {
        case SubgroupBackend::khr:
            return "khr";
        case SubgroupBackend::ballot:
            return "ballot";
        case SubgroupBackend::shared:
            return "shared";
    }
    return "?";
}

}  // namespace pbp
