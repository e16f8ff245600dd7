// SPDX-License-Identifier: MIT
#include "common/tools/plain_export/story.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>

#include "common/tools/plain_export/shader_text.hpp"

namespace pbp::plain_export {

namespace {

/// The name of a block as a variable's: RowCounts becomes row_counts.
std::string variable(const std::string& block) {
    std::string name;
    for (const char c : block) {
        const auto u = static_cast<unsigned char>(c);
        if (std::isupper(u) != 0 && !name.empty()) name += '_';
        name += static_cast<char>(std::tolower(u));
    }
    return name;
}

}  // namespace

Handle Teller::create_buffer(std::size_t bytes) {
    const Handle buffer = device_->create_buffer(bytes);
    story_.buffers[buffer].bytes = bytes;
    return buffer;
}

Handle Teller::create_mapped_buffer(std::size_t, std::byte*&) {
    fail(ExitCode::wrong_usage, "It cannot be exported: it shares a mapped buffer with the CPU.");
}

Handle Teller::create_image(glm::uvec2) {
    fail(ExitCode::wrong_usage, "It cannot be exported: it works on images, and an export has buffers only.");
}

void Teller::write(Handle buffer, std::size_t offset, std::span<const std::byte> bytes) {
    auto& known = story_.buffers[buffer];
    if (known.used && !story_.ended)
        fail(ExitCode::wrong_usage,
             "It cannot be exported: the CPU writes into a buffer between its dispatches.");
    known.contents.resize(known.bytes / 4, known.word);
    std::memcpy(reinterpret_cast<std::byte*>(known.contents.data()) + offset, bytes.data(), bytes.size());
    device_->write(buffer, offset, bytes);
}

void Teller::fill(Handle buffer, std::uint32_t word) {
    auto& known = story_.buffers[buffer];
    if (known.used && !story_.ended) {
        Story::Step step;
        step.buffers = {{0, buffer}};
        step.word = word;
        story_.steps.push_back(step);
    } else {
        known.contents.clear();
        known.word = word;
    }
    device_->fill(buffer, word);
}

Built Teller::build(const glsl::Source& source) {
    auto built = device_->build(source);
    auto& program = story_.programs[built.handle];
    program.name = source.files.front().stem().string();
    for (const auto& other : story_.programs)  // the same shader with other defines
        if (other.first != built.handle && other.second.name == program.name)
            program.name += "_" + std::to_string(built.handle);
    const auto cleaned = clean(source);
    program.text = cleaned.text;
    program.subgroups = cleaned.subgroups;
    program.local_size = built.local_size.x * built.local_size.y * built.local_size.z;
    built_[built.handle] = built;
    return built;
}

void Teller::set(Handle program, int location, const UniformValue& value) {
    uniforms_[program][location] = value;
    device_->set(program, location, value);
}

void Teller::dispatch(Handle program, Groups groups, const Bindings& bindings) {
    if (wanted_ && !story_.ended) {
        const auto& built = built_.at(program);
        Story::Step step;
        step.program = program;
        step.groups = groups;
        for (std::uint32_t binding = 0; binding < bindings.buffers.size(); ++binding) {
            const Handle buffer = bindings.buffers[binding];
            const auto block = std::ranges::find(built.buffers, binding, &Built::Block::binding);
            if (buffer == 0 || block == built.buffers.end()) continue;
            auto& known = story_.buffers[buffer];
            known.used = true;
            if (known.name.empty()) known.name = variable(block->name);
            step.buffers.emplace_back(binding, buffer);
        }
        for (const auto& [location, value] : uniforms_[program])
            for (const auto& uniform : built.uniforms)
                if (uniform.location == location) step.uniforms.push_back({uniform.name, value});
        story_.steps.push_back(step);
    }
    device_->dispatch(program, groups, bindings);
}

void Teller::ended(const bench::Outcome& outcome) {
    story_.ended = true;
    story_.result = outcome.result;
    story_.comparison = outcome.comparison;
    story_.expected = outcome.expected();
    // Two buffers of one name: by their order.
    std::map<std::string, int> seen;
    for (auto& [handle, buffer] : story_.buffers)
        if (buffer.used && ++seen[buffer.name] > 1) buffer.name += "_" + std::to_string(seen[buffer.name]);
}

}  // namespace pbp::plain_export
