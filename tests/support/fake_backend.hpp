// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "common/base/error.hpp"
#include "common/device/backend.hpp"
#include "common/glsl/declared.hpp"

namespace pbp::test {

/// A backend without a GPU: a "shader" is a C++ function that its text names in a line `// fake: NAME`. It
/// keeps the interface honest: what works both here and on OpenGL depends on nothing else.
class FakeBackend final : public Backend {
  public:
    using Words = std::vector<std::uint32_t>;

    /// What a function sees of its dispatch.
    struct Call {
        Groups groups;
        std::array<Words*, 8> buffers{};
        std::vector<Words*> textures, images;  ///< pixels, packed
        const std::map<std::string, UniformValue>& uniforms;
        const glsl::Source& source;
        std::uint32_t uniform(const std::string& name) const {
            return std::get<std::uint32_t>(uniforms.at(name));
        }
        /// Like TRACE() in a shader.
        void trace(std::size_t pass, std::size_t index, std::uint32_t value,
                   std::uint32_t invocation = 0) const {
            if (buffers[trace_binding] == nullptr || pass >= uniform("pbp_trace_passes")) return;
            auto& words = *buffers[trace_binding];
            const std::size_t entry = 3 * (pass * uniform("pbp_trace_cells") + index);
            words.at(entry) = value;
            words.at(entry + 1) = invocation + 1;
            words.at(entry + 2) = 1;
        }
        /// Like a LOG(uint) in a shader, at its site 0 (kind 4 is a uint); or like an ASSERT that fails
        /// there.
        void log(std::uint32_t invocation, std::uint32_t value) const {
            if (auto* words = buffers[debug_binding]; words != nullptr) {
                const std::size_t records = 1 + 3 + 1024, place = (*words)[0]++;
                (*words)[1] = 1;
                if (place < 65536)
                    std::ranges::copy(Words{4, invocation, value, 0, 0, 0},
                                      words->begin() + static_cast<std::ptrdiff_t>(records + 6 * place));
            }
        }
        void fail_assertion(std::uint32_t invocation) const {
            if (auto* words = buffers[debug_binding]; words != nullptr) {
                (*words)[1] = 1;
                const auto place = (*words)[2]++;
                (*words)[3] = std::min((*words)[3], invocation);
                if (place < 1024) (*words)[4 + place] = invocation;
            }
        }
    };
    using Kernel = std::function<void(const Call&)>;

    explicit FakeBackend(std::map<std::string, Kernel> kernels) : kernels_(std::move(kernels)) {
        info_.renderer = "fake device";
        info_.limits = {64, {64, 64, 64}, {100, 100, 100}, 4096, 1 << 20, 8, 64};
        info_.subgroups = {SubgroupBackend::shared};
    }

    const DeviceInfo& info() const override { return info_; }
    /// The workgroup size of the programs that it builds from now on.
    void set_local_size(glm::uvec3 size) { local_size_ = size; }
    void allow_buffers_of(std::uint64_t bytes) { info_.limits.buffer_bytes = bytes; }

    Handle create_buffer(std::size_t bytes) override {
        buffers_[++last_].resize(bytes / 4);
        return last_;
    }
    void destroy_buffer(Handle buffer) override { buffers_.erase(buffer); }
    void write(Handle buffer, std::size_t offset, std::span<const std::byte> bytes) override {
        std::memcpy(reinterpret_cast<std::byte*>(buffers_.at(buffer).data()) + offset, bytes.data(),
                    bytes.size());
    }
    void read(Handle buffer, std::size_t offset, std::span<std::byte> bytes) override {
        std::memcpy(bytes.data(), reinterpret_cast<std::byte*>(buffers_.at(buffer).data()) + offset,
                    bytes.size());
    }
    void fill(Handle buffer, std::uint32_t word) override {
        std::ranges::fill(buffers_.at(buffer), word);
        ++fills;
    }
    void copy(Handle from, Handle to, std::size_t bytes) override {
        std::memcpy(buffers_.at(to).data(), buffers_.at(from).data(), bytes);
        ++copies;
    }

    Handle create_image(glm::uvec2 size) override { return create_buffer(std::size_t{size.x} * size.y * 4); }
    void destroy_image(Handle image) override { destroy_buffer(image); }
    void write_image(Handle image, glm::uvec2, std::span<const std::byte> rgba) override {
        write(image, 0, rgba);
    }
    void read_image(Handle image, std::span<std::byte> rgba) override { read(image, 0, rgba); }

    /// Names that start with `unused` count as optimised away.
    Built build(const glsl::Source& source) override {
        const std::string mark = "// fake: ";
        const auto at = source.text.find(mark);
        if (at == std::string::npos)
            fail(ExitCode::shader_does_not_build, "{}: error: no line '// fake: NAME'",
                 source.files.front().string());
        const auto from = at + mark.size();
        Built built;
        built.handle = ++last_;
        built.local_size = local_size_;
        const auto declared = glsl::declared(source.text);
        for (const auto& uniform : declared.uniforms)
            if (!uniform.name.starts_with("unused")) {
                built.uniforms.push_back(
                    {uniform.name, static_cast<int>(built.uniforms.size()), uniform.type});
            }
        for (const auto& block : declared.buffers)
            if (!block.name.starts_with("Unused"))
                built.buffers.push_back({block.name, static_cast<std::uint32_t>(block.binding)});
        programs_.emplace(
            built.handle,
            Loaded{source.text.substr(from, source.text.find('\n', from) - from), source, built, {}});
        return built;
    }
    void destroy_program(Handle program) override { programs_.erase(program); }
    void set(Handle program, int location, const UniformValue& value) override {
        auto& loaded = programs_.at(program);
        loaded.uniforms[loaded.built.uniforms.at(static_cast<std::size_t>(location)).name] = value;
        ++sets;
    }
    void dispatch(Handle program, Groups groups, const Bindings& bindings) override {
        auto& loaded = programs_.at(program);
        Call call{groups, {}, {}, {}, loaded.uniforms, loaded.source};
        for (std::size_t binding = 0; binding < bindings.buffers.size(); ++binding)
            if (bindings.buffers[binding] != 0)
                call.buffers[binding] = &buffers_.at(bindings.buffers[binding]);
        for (const Handle texture : bindings.textures) call.textures.push_back(&buffers_.at(texture));
        for (const Handle image : bindings.images) call.images.push_back(&buffers_.at(image));
        for (const auto& block : loaded.built.buffers)
            if (call.buffers[block.binding] == nullptr)
                fail(ExitCode::worker_died, "{} uses buffer '{}', and nothing is bound there.", loaded.name,
                     block.name);
        kernels_.at(loaded.name)(call);
        ++dispatches;
    }
    void finish() override {}
    void start_clock() override {}
    double stop_clock_ms() override { return 1; }

    std::size_t buffers_alive() const { return buffers_.size(); }
    std::size_t programs_alive() const { return programs_.size(); }
    int dispatches = 0, fills = 0, copies = 0, sets = 0;

  private:
    struct Loaded {
        std::string name;
        glsl::Source source;
        Built built;
        std::map<std::string, UniformValue> uniforms;
    };
    DeviceInfo info_;
    glm::uvec3 local_size_{1};
    std::map<std::string, Kernel> kernels_;
    std::map<Handle, Words> buffers_;
    std::map<Handle, Loaded> programs_;
    Handle last_ = 0;
};

}  // namespace pbp::test
