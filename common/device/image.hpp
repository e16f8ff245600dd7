// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "common/device/backend.hpp"

namespace pbp {

/// One pixel of an Image: red, green, blue, alpha, where 255 represents 1.
using Pixel = glm::u8vec4;
static_assert(sizeof(Pixel) == 4);

/// `size()` pixels on a device, rows from the top; freed at the end of its scope, and must not outlive its
/// Device.
class Image {
  public:
    Image(Backend& backend, glm::uvec2 size)
        : backend_(&backend), handle_(backend.create_image(size)), size_(size) {}
    Image(Backend& backend, const ImageShape& shape)
        : backend_(&backend), handle_(backend.create_texture(shape)), size_(shape.size) {}
    ~Image() {
        if (handle_ != 0) backend_->destroy_image(handle_);
    }
    Image(Image&& other) noexcept
        : backend_(other.backend_), handle_(std::exchange(other.handle_, 0)), size_(other.size_) {}
    Image& operator=(Image&& other) noexcept {
        std::swap(backend_, other.backend_);
        std::swap(handle_, other.handle_);
        std::swap(size_, other.size_);
        return *this;
    }
    Image(const Image&) = delete;
    Image& operator=(const Image&) = delete;

    glm::uvec2 size() const { return size_; }
    std::size_t pixels() const { return std::size_t{size_.x} * size_.y; }
    Handle handle() const { return handle_; }

  private:
    Backend* backend_;
    Handle handle_;
    glm::uvec2 size_;
};

}  // namespace pbp
