// SPDX-License-Identifier: MIT
#include "common/device/recording.hpp"

#include <algorithm>

namespace pbp {

Remains::~Remains() {
    for (const Handle buffer : buffers) device.destroy_buffer(buffer);
    for (const Handle image : images) device.destroy_image(image);
    for (const Handle program : programs) device.destroy_program(program);
}

Recording::Recording(Backend& device, std::vector<Step> steps, Used used, std::vector<Kept> kept,
                     std::shared_ptr<Remains> remains)
    : device_(device),
      steps_(std::move(steps)),
      used_(std::move(used)),
      kept_(std::move(kept)),
      remains_(std::move(remains)) {
    set_only_changes();
}

/// A program's uniforms keep their values until they are set: each step sets those that differ from the same
/// program's previous step, which for the first step is its last one in the previous replay. So the first
/// replay starts from the state after the last step.
void Recording::set_only_changes() {
    std::map<Handle, const std::map<int, UniformValue>*> standing;
    for (const auto& step : steps_)
        if (step.kind == Step::Kind::dispatch) standing[step.program] = &step.uniforms;
    for (const auto& [program, uniforms] : standing)
        for (const auto& [location, value] : *uniforms) device_.set(program, location, value);
    for (auto& step : steps_) {
        if (step.kind != Step::Kind::dispatch) continue;
        const auto& before = *standing[step.program];
        step.sets.clear();
        for (const auto& [location, value] : step.uniforms)
            if (const auto found = before.find(location); found == before.end() || found->second != value)
                step.sets.emplace_back(location, value);
        standing[step.program] = &step.uniforms;
    }
}

void Recording::replay(std::uint64_t times) {
    for (std::uint64_t i = 0; i < times; ++i)
        for (const auto& step : steps_) switch (step.kind) {
                case Step::Kind::dispatch:
                    for (const auto& [location, value] : step.sets)
                        device_.set(step.program, location, value);
                    device_.dispatch(step.program, step.groups, {step.buffers, step.textures, step.images});
                    break;
                case Step::Kind::fill:
                    device_.fill(step.buffers.front(), step.word);
                    break;
                case Step::Kind::read:
                    read_.resize(step.bytes);
                    device_.read(step.buffers.front(), step.offset, read_);
                    break;
            }
}

void Recording::restore() {
    for (const auto& kept : kept_) device_.copy(kept.contents, kept.buffer, kept.bytes);
}

Recording Recording::clone() const {
    auto made = std::make_shared<Remains>(device_);
    std::map<Handle, Handle> own;
    Used used;
    for (const auto& [buffer, bytes] : used_.buffers) {
        const Handle copy = made->buffers.emplace_back(device_.create_buffer(bytes));
        device_.copy(buffer, copy, bytes);
        own[buffer] = copy;
        used.buffers[copy] = bytes;
    }
    for (const auto& [image, size] : used_.images) {
        const Handle copy = made->images.emplace_back(device_.create_image(size));
        std::vector<std::byte> pixels(std::size_t{4} * size.x * size.y);
        device_.read_image(image, pixels);
        device_.write_image(copy, size, pixels);
        own[image] = copy;
        used.images[copy] = size;
    }
    const auto renamed = [&](std::vector<Handle> handles) {
        for (auto& handle : handles) handle = handle == 0 ? 0 : own.at(handle);
        return handles;
    };
    auto steps = steps_;
    for (auto& step : steps) {
        step.buffers = renamed(step.buffers);
        step.textures = renamed(step.textures);
        step.images = renamed(step.images);
    }
    auto kept = kept_;
    for (auto& one : kept) one.buffer = own.at(one.buffer);
    // Resources that the original needs must live as long as its clones: saved contents and released
    // programs.
    std::shared_ptr<Remains> both(made.get(), [made, before = remains_](Remains*) {});
    Recording clone(device_, std::move(steps), std::move(used), std::move(kept), std::move(both));
    clone.own_ = std::move(own);
    return clone;
}

Handle Recording::own(Handle original) const {
    const auto found = own_.find(original);
    return found == own_.end() ? original : found->second;
}

bool Recording::only_writes(Handle buffer) const {
    return std::ranges::none_of(steps_, [&](const Step& step) {
        for (std::size_t i = 0; i < step.buffers.size(); ++i)
            if (step.buffers[i] == buffer && step.kind != Step::Kind::fill &&
                (i >= step.accesses.size() || step.accesses[i] != Access::out))
                return true;
        return false;
    });
}

std::uint64_t Recording::bytes() const {
    std::uint64_t bytes = 0;
    for (const auto& [buffer, size] : used_.buffers) bytes += size;
    for (const auto& [image, size] : used_.images) bytes += std::uint64_t{4} * size.x * size.y;
    return bytes;
}

}  // namespace pbp
