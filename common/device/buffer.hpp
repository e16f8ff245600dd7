// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "common/device/backend.hpp"

namespace pbp {

/// One pixel of an Image: red, green, blue, alpha, where 255 represents 1.
using Pixel = glm::u8vec4;
static_assert(sizeof(Pixel) == 4);

/// A handle that `Destroy` gives back to its backend at the end of the scope; the backend must outlive it.
template <auto Destroy>
class Owned {
  public:
    Owned(Backend& backend, Handle handle) : backend_(&backend), handle_(handle) {}
    ~Owned() {
        if (handle_ != 0) (backend_->*Destroy)(handle_);
    }
    Owned(Owned&& other) noexcept : backend_(other.backend_), handle_(std::exchange(other.handle_, 0)) {}
    Owned& operator=(Owned&& other) noexcept {
        std::swap(backend_, other.backend_);
        std::swap(handle_, other.handle_);
        return *this;
    }

    Handle get() const { return handle_; }

  private:
    Backend* backend_;
    Handle handle_;
};

/// `size()` pixels on a device, rows from the top; freed at the end of its scope, and must not outlive its
/// Device.
class Image {
  public:
    Image(Backend& backend, glm::uvec2 size) : handle_(backend, backend.create_image(size)), size_(size) {}
    Image(Backend& backend, const ImageShape& shape)
        : handle_(backend, backend.create_texture(shape)), size_(shape.size) {}

    glm::uvec2 size() const { return size_; }
    std::size_t pixels() const { return std::size_t{size_.x} * size_.y; }
    Handle handle() const { return handle_.get(); }

  private:
    Owned<&Backend::destroy_image> handle_;
    glm::uvec2 size_;
};

/// `size()` values of a 4-byte type on a device, the last of them perhaps in part; freed at the end of its
/// scope, and must not outlive its Device.
template <typename T>
class Buffer {
    static_assert(sizeof(T) % 4 == 0);

  public:
    Buffer(Backend& backend, std::size_t size)
        : Buffer(backend, backend.create_buffer(size * sizeof(T)), size) {}
    /// Takes ownership of a buffer that the backend has already created.
    Buffer(Backend& backend, Handle made, std::size_t size) : Buffer(backend, made, size, size * sizeof(T)) {}
    Buffer(Backend& backend, Handle made, std::size_t size, std::size_t bytes)
        : handle_(backend, made), size_(size), bytes_(bytes) {}

    std::size_t size() const { return size_; }
    std::size_t bytes() const { return bytes_; }
    Handle handle() const { return handle_.get(); }

  private:
    Owned<&Backend::destroy_buffer> handle_;
    std::size_t size_, bytes_;
};

/// How a shader accesses an argument: each kind has its own binding points.
enum class Reach : std::uint8_t {
    buffer,   ///< a storage buffer
    sampled,  ///< a sampler2D
    image     ///< an image2D
};

/// An argument of a dispatch for one of its shader's bindings; made by in(), out(), inout() and sampled(),
/// whose first argument is the number in the shader's layout(binding = ...).
struct Argument {
    std::uint32_t binding = 0;
    Handle handle = 0;
    Access access = Access::inout;
    Reach reach = Reach::buffer;
};

template <typename T>
Argument in(std::uint32_t binding, const Buffer<T>& buffer) {
    return {binding, buffer.handle(), Access::in};
}
template <typename T>
Argument out(std::uint32_t binding, Buffer<T>& buffer) {
    return {binding, buffer.handle(), Access::out};
}
template <typename T>
Argument inout(std::uint32_t binding, Buffer<T>& buffer) {
    return {binding, buffer.handle(), Access::inout};
}
inline Argument in(std::uint32_t binding, const Image& image) {
    return {binding, image.handle(), Access::in, Reach::image};
}
inline Argument out(std::uint32_t binding, Image& image) {
    return {binding, image.handle(), Access::out, Reach::image};
}
inline Argument inout(std::uint32_t binding, Image& image) {
    return {binding, image.handle(), Access::inout, Reach::image};
}
/// An image to be read through a sampler.
inline Argument sampled(std::uint32_t binding, const Image& image) {
    return {binding, image.handle(), Access::in, Reach::sampled};
}

/// A buffer of `size` values that the CPU reads and writes in place, without a copy, while shaders use it too
/// ("persistent mapping"). CPU writes during a dispatch are a race: call finish() first. Freed at the end of
/// its scope, and must not outlive its Device. Throws Error(machine_lacks) if a device has no such memory.
template <typename T>
class MappedBuffer {
  public:
    MappedBuffer(Backend& backend, std::size_t size)
        : buffer_(backend, backend.create_mapped_buffer(size * sizeof(T), seen_), size) {
        values_ = {reinterpret_cast<T*>(seen_), size};
    }

    std::span<T> values() { return values_; }
    Buffer<T>& buffer() { return buffer_; }

  private:
    std::byte* seen_ = nullptr;
    std::span<T> values_;
    Buffer<T> buffer_;
};

}  // namespace pbp
