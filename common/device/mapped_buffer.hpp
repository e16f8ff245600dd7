// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "common/device/buffer.hpp"

namespace pbp {

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
