// SPDX-License-Identifier: MIT
#include "common/device/recording_backend.hpp"

#include <algorithm>

namespace pbp {

void RecordingBackend::begin() {
    steps_.clear();
    used_ = {};
    kept_.clear();
    lasting_.clear();
    wanted_ = written_inside_ = false;
    remains_ = std::make_shared<Remains>(*device_);
    needed_ = remains_;
}

Recording RecordingBackend::end() {
    auto remains = std::move(remains_);
    if (remains == nullptr || written_inside_)
        fail(ExitCode::wrong_usage, "The operation cannot be repeated: {}.",
             remains == nullptr ? "none was begun" : "the CPU writes into a buffer between its dispatches");
    std::erase_if(kept_, [&](const Recording::Kept& kept) {
        return lasting_.contains(kept.buffer) || as_before(kept);
    });
    return {*device_, std::move(steps_), used_, std::move(kept_), std::move(remains)};
}

/// What an operation leaves unchanged, for example counters that it clears, needs no restoring.
bool RecordingBackend::as_before(const Recording::Kept& kept) {
    constexpr std::size_t most = 1 << 16;
    std::vector<std::byte> before(std::min(kept.bytes, most)), now(before.size());
    for (std::size_t offset = 0; offset < kept.bytes; offset += most) {
        const auto bytes = std::min(most, kept.bytes - offset);
        device_->read(kept.contents, offset, std::span(before).first(bytes));
        device_->read(kept.buffer, offset, std::span(now).first(bytes));
        if (!std::equal(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(bytes), now.begin()))
            return false;
    }
    return true;
}

void RecordingBackend::keep_contents(Handle buffer) {
    const auto bytes = buffers_[buffer].bytes;
    const Handle contents = remains_->buffers.emplace_back(device_->create_buffer(bytes));
    device_->copy(buffer, contents, bytes);
    kept_.push_back({buffer, contents, bytes});
}

/// Called before a step reads or writes a buffer.
void RecordingBackend::use(Handle buffer, bool reads, bool writes) {
    auto& known = buffers_[buffer];
    used_.buffers[buffer] = known.bytes;
    if (known.content == Content::uploaded) {
        known.needed |= reads;
        if (writes && known.needed) keep_contents(buffer);
    }
    if (writes) known.content = Content::computed;
}

Handle RecordingBackend::create_buffer(std::size_t bytes) {
    const Handle buffer = device_->create_buffer(bytes);
    buffers_[buffer] = {.bytes = bytes};
    return buffer;
}

Handle RecordingBackend::create_mapped_buffer(std::size_t bytes, std::byte*& seen) {
    const Handle buffer = device_->create_mapped_buffer(bytes, seen);
    buffers_[buffer] = {.bytes = bytes, .content = Content::uploaded, .filled = true};
    return buffer;
}

void RecordingBackend::destroy_buffer(Handle buffer) {
    buffers_.erase(buffer);
    if (const auto remains = needed_.lock(); remains != nullptr && used(buffer))
        remains->buffers.push_back(buffer);
    else
        device_->destroy_buffer(buffer);
}

void RecordingBackend::write(Handle buffer, std::size_t offset, std::span<const std::byte> bytes) {
    if (keeps() && used(buffer)) written_inside_ = true;
    auto& known = buffers_[buffer];
    known.content = Content::uploaded;
    known.filled = true;
    known.needed = false;
    device_->write(buffer, offset, bytes);
}

void RecordingBackend::read(Handle buffer, std::size_t offset, std::span<std::byte> bytes) {
    if (keeps() && used(buffer)) {
        use(buffer, true, false);
        steps_.push_back({.kind = Recording::Step::Kind::read,
                          .buffers = {buffer},
                          .offset = offset,
                          .bytes = bytes.size()});
    }
    device_->read(buffer, offset, bytes);
}

void RecordingBackend::fill(Handle buffer, std::uint32_t word) {
    auto& known = buffers_[buffer];
    if (keeps() && known.filled) {
        use(buffer, false, true);
        steps_.push_back({.kind = Recording::Step::Kind::fill, .buffers = {buffer}, .word = word});
    }
    known.filled = true;
    device_->fill(buffer, word);
}

Handle RecordingBackend::create_image(glm::uvec2 size) {
    const Handle image = device_->create_image(size);
    images_[image] = size;
    return image;
}

void RecordingBackend::destroy_image(Handle image) {
    images_.erase(image);
    if (const auto remains = needed_.lock(); remains != nullptr && used_.images.contains(image))
        remains->images.push_back(image);
    else
        device_->destroy_image(image);
}

void RecordingBackend::destroy_program(Handle program) {
    uniforms_.erase(program);
    if (const auto remains = needed_.lock(); remains != nullptr)
        remains->programs.push_back(program);
    else
        device_->destroy_program(program);
}

void RecordingBackend::set(Handle program, int location, const UniformValue& value) {
    uniforms_[program][location] = value;
    device_->set(program, location, value);
}

void RecordingBackend::dispatch(Handle program, Groups groups, const Bindings& bindings) {
    if (keeps() && wanted_) {
        for (std::size_t i = 0; i < bindings.buffers.size(); ++i) {
            const auto access = i < bindings.accesses.size() ? bindings.accesses[i] : Access::inout;
            if (bindings.buffers[i] != 0)
                use(bindings.buffers[i], access != Access::out, access != Access::in);
        }
        for (const auto& handles : {bindings.textures, bindings.images})
            for (const Handle image : handles)
                if (image != 0) used_.images[image] = images_[image];
        const auto all = [](auto span) { return std::vector(span.begin(), span.end()); };
        steps_.push_back({.program = program,
                          .groups = groups,
                          .buffers = all(bindings.buffers),
                          .textures = all(bindings.textures),
                          .images = all(bindings.images),
                          .accesses = all(bindings.accesses),
                          .uniforms = uniforms_[program]});
    }
    device_->dispatch(program, groups, bindings);
}

}  // namespace pbp
