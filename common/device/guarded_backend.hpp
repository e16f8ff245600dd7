// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "common/device/forwarding_backend.hpp"

namespace pbp {

/// A backend wrapper that leaves no mistake to luck. A buffer is longer than requested, and the words past
/// its end hold a pattern: if a dispatch changes them, it fails with Error(check_failed). A new buffer holds
/// another pattern, not zeros. Before each dispatch a kernel fills shared memory with garbage, where the
/// device has some that outlives a dispatch: the simulator has not. (There is no guard before a buffer's
/// first word: an index of -1 is 16 GiB away.)
class GuardedBackend final : public ForwardingBackend {
  public:
    explicit GuardedBackend(std::unique_ptr<Backend> device, bool shared_outlives = true);
    ~GuardedBackend() override;

    Handle create_buffer(std::size_t bytes) override;
    void destroy_buffer(Handle buffer) override;
    void fill(Handle buffer, std::uint32_t word) override;
    void dispatch(Handle program, Groups groups, const Bindings& bindings) override;

  private:
    static constexpr std::size_t guard_words = 64;
    void guard(Handle buffer);
    void spoil(std::uint32_t workgroups);  ///< the shared memory of this number of workgroups

    std::map<Handle, std::size_t> bytes_;  ///< of the buffers, as requested
    std::vector<std::uint32_t> pattern_;
    Handle garbage_ = 0, sink_ = 0;  ///< the program that fills shared memory, if any, and its buffer
};

}  // namespace pbp
