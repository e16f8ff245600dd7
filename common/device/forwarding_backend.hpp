// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "common/device/backend.hpp"

namespace pbp {

/// A backend that forwards every call to another: the base of those that add something to certain calls.
class ForwardingBackend : public Backend {
  public:
    explicit ForwardingBackend(std::unique_ptr<Backend> device) : device_(std::move(device)) {}

    const DeviceInfo& info() const override { return device_->info(); }
    Handle create_buffer(std::size_t bytes) override { return device_->create_buffer(bytes); }
    void destroy_buffer(Handle buffer) override { device_->destroy_buffer(buffer); }
    void write(Handle buffer, std::size_t offset, std::span<const std::byte> bytes) override {
        device_->write(buffer, offset, bytes);
    }
    void read(Handle buffer, std::size_t offset, std::span<std::byte> bytes) override {
        device_->read(buffer, offset, bytes);
    }
    void fill(Handle buffer, std::uint32_t word) override { device_->fill(buffer, word); }
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
    Handle create_texture(const ImageShape& shape) override { return device_->create_texture(shape); }
    void write_texels(Handle texture, std::span<const Texel> texels) override {
        device_->write_texels(texture, texels);
    }
    void read_texels(Handle texture, std::span<Texel> texels) override {
        device_->read_texels(texture, texels);
    }
    Built build(const glsl::Source& source) override { return device_->build(source); }
    void destroy_program(Handle program) override { device_->destroy_program(program); }
    void set(Handle program, int location, const UniformValue& value) override {
        device_->set(program, location, value);
    }
    bool compiles_late() const override { return device_->compiles_late(); }
    void compile_now(Handle program, const Bindings& bindings) override {
        device_->compile_now(program, bindings);
    }
    void dispatch(Handle program, Groups groups, const Bindings& bindings) override {
        device_->dispatch(program, groups, bindings);
    }
    void finish() override { device_->finish(); }
    void start_clock() override { device_->start_clock(); }
    double stop_clock_ms() override { return device_->stop_clock_ms(); }
    Painter* painter() override { return device_->painter(); }
    void begin_frame(const std::string& name) override { device_->begin_frame(name); }
    void end_frame() override { device_->end_frame(); }

  protected:
    std::unique_ptr<Backend> device_;
};

}  // namespace pbp
