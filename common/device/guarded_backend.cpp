// SPDX-License-Identifier: MIT
#include "common/device/guarded_backend.hpp"

#include <algorithm>

namespace pbp {

namespace {

constexpr std::uint32_t unwritten = 0xBAD0BAD1u;  // what a new buffer holds

std::size_t rounded(std::size_t bytes) {
    return (bytes + 3) / 4 * 4;
}

/// Leaves words in shared memory that are non-zero and all different.
glsl::Source garbage(const Limits& limits) {
    glsl::Source source;
    source.text = fmt::format(
        "#version 450 core\n"
        "layout(local_size_x = 64) in;\n"
        "layout(std430, binding = 0) buffer Sink {{ uint sink[]; }};\n"
        "shared uint garbage[{0}];\n"
        "void main() {{\n"
        "    for (uint i = gl_LocalInvocationID.x; i < {0}u; i += 64u) garbage[i] = i * 2654435761u ^ "
        "0xDEADBEEFu;\n"
        "    barrier();\n"
        "    if (garbage[gl_LocalInvocationID.x * 31u % {0}u] == 1u) sink[0] = 1u;\n"
        "}}\n",
        limits.shared_bytes / 4);
    source.files = {"garbage.comp"};
    source.originals = {source.text};
    source.included_from.resize(1);
    return source;
}

}  // namespace

GuardedBackend::GuardedBackend(std::unique_ptr<Backend> device, bool shared_outlives)
    : ForwardingBackend(std::move(device)) {
    for (std::uint32_t i = 0; i < guard_words; ++i) pattern_.push_back(0xFEED0000u + 977u * i);
    if (!shared_outlives) return;
    garbage_ = device_->build(garbage(device_->info().limits)).handle;
    sink_ = device_->create_buffer(4);
    // Each CPU thread has its own shared memory, and one thread may run a short dispatch alone: this one is
    // long enough to reach them all.
    spoil(1024);
}

void GuardedBackend::spoil(std::uint32_t workgroups) {
    if (garbage_ != 0) device_->dispatch(garbage_, {workgroups, 1, 1}, {std::span(&sink_, 1), {}, {}});
}

GuardedBackend::~GuardedBackend() {
    if (garbage_ == 0) return;
    device_->destroy_buffer(sink_);
    device_->destroy_program(garbage_);
}

Handle GuardedBackend::create_buffer(std::size_t bytes) {
    const Handle buffer = device_->create_buffer(rounded(bytes) + 4 * guard_words);
    bytes_[buffer] = rounded(bytes);
    fill(buffer, unwritten);
    return buffer;
}

void GuardedBackend::destroy_buffer(Handle buffer) {
    bytes_.erase(buffer);
    device_->destroy_buffer(buffer);
}

void GuardedBackend::fill(Handle buffer, std::uint32_t word) {
    device_->fill(buffer, word);
    guard(buffer);
}

void GuardedBackend::guard(Handle buffer) {
    if (const auto found = bytes_.find(buffer); found != bytes_.end())
        device_->write(buffer, found->second, std::as_bytes(std::span(pattern_)));
}

void GuardedBackend::dispatch(Handle program, Groups groups, const Bindings& bindings) {
    spoil(info().software ? 4 : 1024);
    device_->dispatch(program, groups, bindings);
    std::vector<std::uint32_t> found(guard_words);
    for (std::size_t binding = 0; binding < bindings.buffers.size(); ++binding) {
        const auto known = bytes_.find(bindings.buffers[binding]);
        if (known == bytes_.end()) continue;
        device_->read(known->first, known->second, std::as_writable_bytes(std::span(found)));
        const auto changed = std::ranges::mismatch(found, pattern_).in1;
        if (changed == found.end()) continue;
        const auto past = static_cast<std::size_t>(changed - found.begin());
        const auto word = *changed;
        guard(known->first);
        fail(ExitCode::check_failed,
             "A dispatch wrote beyond the end of the buffer at binding {}: word {} of {} became {}; an "
             "invocation whose "
             "index is too large must not write.",
             binding, known->second / 4 + past, known->second / 4, word);
    }
}

}  // namespace pbp
