// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "common/gpu/backend.hpp"

namespace pbp {

/// A backend in front of another that leaves no mistake to luck. A buffer is longer than was asked for, and
/// the words behind its end hold a pattern: after each dispatch they must hold it still, or the dispatch
/// fails with Error(check_failed). A new buffer holds another pattern, not zeros. Before each dispatch a
/// kernel fills shared memory with garbage. (Before its first word a buffer has no guard: an index of -1 is
/// 16 GiB away.)
class GuardedBackend final : public Backend {
  public:
    explicit GuardedBackend(std::unique_ptr<Backend> device);
    ~GuardedBackend() override;

    const DeviceInfo& info() const override { return device_->info(); }
    Handle create_buffer(std::size_t bytes) override;
    void destroy_buffer(Handle buffer) override;
    void write(Handle buffer, std::size_t offset, std::span<const std::byte> bytes) override {
        device_->write(buffer, offset, bytes);
    }
    void read(Handle buffer, std::size_t offset, std::span<std::byte> bytes) override {
        device_->read(buffer, offset, bytes);
    }
    void fill(Handle buffer, std::uint32_t word) override;
    void copy(Handle from, Handle to, std::size_t bytes) override { device_->copy(from, to, bytes); }
    Handle create_mapped_buffer(std::size_t bytes, std::byte*& seen) override {
        return device_->create_mapped_buffer(bytes, seen);
    }
    Handle create_image(glm::uvec2 size) override { return device_->create_image(size); }
    void destroy_image(Handle image) override { device_->destroy_image(image); }
    void write_image(Handle image, glm::uvec2 size, std::span<const std::byte> rgba) override {
        device_->write_image(image, size, rgba);
    }
    void read_image(Handle image, std::span<std::byte> rgba) override { device_->read_image(image, rgba); }
    Built build(const glsl::Source& source) override { return device_->build(source); }
    void destroy_program(Handle program) override { device_->destroy_program(program); }
    void set(Handle program, int location, const UniformValue& value) override {
        device_->set(program, location, value);
    }
    void dispatch(Handle program, Groups groups, const Bindings& bindings) override;
    void finish() override { device_->finish(); }
    void start_clock() override { device_->start_clock(); }
    double stop_clock_ms() override { return device_->stop_clock_ms(); }
    Painter* painter() override { return device_->painter(); }
    void begin_frame(const std::string& name) override { device_->begin_frame(name); }
    void end_frame() override { device_->end_frame(); }

  private:
    static constexpr std::size_t guard_words = 64;
    void guard(Handle buffer);

    std::unique_ptr<Backend> device_;
    std::map<Handle, std::size_t> bytes_;  ///< of the buffers, as they were asked for
    std::vector<std::uint32_t> pattern_;
    Handle garbage_ = 0;  ///< the program that fills shared memory
};

}  // namespace pbp
