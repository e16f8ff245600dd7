// SPDX-License-Identifier: MIT
#include "common/tools/plain_export/story.hpp"

#include <algorithm>
#include <cstring>
#include <set>

#include "common/base/snake_case.hpp"
#include "common/tools/plain_export/shader_text.hpp"

namespace pbp::plain_export {

namespace {

/// The name of a block as a variable's: RowCounts becomes row_counts, and Clock clock_buffer, as C has a
/// function clock.
std::string variable(const std::string& block) {
    const auto name = snake_case(block);
    static const std::set<std::string> taken{"clock", "index", "read", "time", "write"};
    return taken.contains(name) ? name + "_buffer" : name;
}

/// Numbers what has a name that came before: sums, sums_2, ...
template <typename Named>
void number_apart(std::map<Handle, Named>& all) {
    std::map<std::string, int> seen;
    for (auto& [handle, one] : all)
        if (const int count = ++seen[one.name]; count > 1) one.name += "_" + std::to_string(count);
}

}  // namespace

std::uint32_t Story::uniform(const std::string& name) const {
    std::uint32_t value = 0;
    for (const auto& step : steps)
        for (const auto& one : step.uniforms)
            if (one.name == name) value = one.value;
    return value;
}

Handle Teller::create_buffer(std::size_t bytes) {
    const Handle buffer = device_->create_buffer(bytes);
    story_.buffers[buffer].contents.resize(bytes / 4);
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
    known.filled = known.uploaded = true;
    std::memcpy(reinterpret_cast<std::byte*>(known.contents.data()) + offset, bytes.data(), bytes.size());
    device_->write(buffer, offset, bytes);
}

void Teller::fill(Handle buffer, std::uint32_t word) {
    auto& known = story_.buffers[buffer];
    if (known.filled && !story_.ended) {
        Story::Step step;
        step.buffers = {{0, buffer}};
        step.word = word;
        story_.steps.push_back(step);
        use(buffer, false);
    } else {
        std::ranges::fill(known.contents, word);
        known.filled = true;
    }
    device_->fill(buffer, word);
}

Built Teller::build(const glsl::Source& source) {
    auto built = device_->build(source);
    auto& program = story_.programs[built.handle];
    program.name = source.files.front().stem().string();
    const auto cleaned = clean(source);
    program.text = cleaned.text;
    program.subgroups = cleaned.subgroups;
    program.local = built.local_size;
    built_[built.handle] = built;
    return built;
}

void Teller::set(Handle program, int location, const UniformValue& value) {
    uniforms_[program][location] = value;
    device_->set(program, location, value);
}

void Teller::use(Handle buffer, bool reads) {
    auto& known = story_.buffers[buffer];
    if (!known.used) known.read_first = reads;
    known.used = true;
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
            use(buffer, binding >= bindings.accesses.size() || bindings.accesses[binding] != Access::out);
            if (known.name.empty()) known.name = variable(block->name);
            step.buffers.emplace_back(binding, buffer);
        }
        for (const auto& uniform : built.uniforms) {
            const auto value = uniforms_[program].find(uniform.location);
            if (value == uniforms_[program].end()) continue;
            const auto* word = std::get_if<std::uint32_t>(&value->second);
            if (word == nullptr)
                fail(ExitCode::wrong_usage, "It cannot be exported: its uniform {} is no uint.",
                     uniform.name);
            step.uniforms.push_back({uniform.name, *word});
        }
        story_.steps.push_back(step);
    }
    device_->dispatch(program, groups, bindings);
}

void Teller::forget_unused() {
    std::erase_if(story_.buffers, [](const auto& one) { return !one.second.used; });
    std::erase_if(story_.programs, [&](const auto& one) {
        return std::ranges::none_of(story_.steps,
                                    [&](const auto& step) { return step.program == one.first; });
    });
}

void Teller::ended(const bench::Outcome& outcome) {
    story_.ended = true;
    story_.result = outcome.result;
    story_.comparison = outcome.comparison;
    story_.expected = outcome.expected();
    forget_unused();
    number_apart(story_.buffers);
    number_apart(story_.programs);
    for (auto& [handle, buffer] : story_.buffers) {
        std::vector<std::uint32_t> now(buffer.contents.size());
        device_->read(handle, 0, std::as_writable_bytes(std::span(now)));
        buffer.restored = buffer.uploaded && buffer.read_first && !buffer.lasts && now != buffer.contents;
    }
}

}  // namespace pbp::plain_export
