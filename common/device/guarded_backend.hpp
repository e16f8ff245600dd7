// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "common/device/forwarding_backend.hpp"

namespace pbp {

/// A backend in front of another that leaves no mistake to luck. A buffer is longer than was asked for, and
/// the words behind its end hold a pattern: after each dispatch they must hold it still, or the dispatch
/// fails with Error(check_failed). A new buffer holds another pattern, not zeros. Before each dispatch a
/// kernel fills shared memory with garbage. (Before its first word a buffer has no guard: an index of -1 is
/// 16 GiB away.)
class GuardedBackend final : public ForwardingBackend {
  public:
    explicit GuardedBackend(std::unique_ptr<Backend> device);
    ~GuardedBackend() override;

    Handle create_buffer(std::size_t bytes) override;
    void destroy_buffer(Handle buffer) override;
    void fill(Handle buffer, std::uint32_t word) override;
    void dispatch(Handle program, Groups groups, const Bindings& bindings) override;

  private:
    static constexpr std::size_t guard_words = 64;
    void guard(Handle buffer);
    void spoil(std::uint32_t workgroups);  ///< the shared memory of so many

    std::map<Handle, std::size_t> bytes_;  ///< of the buffers, as they were asked for
    std::vector<std::uint32_t> pattern_;
    Handle garbage_ = 0, sink_ = 0;  ///< the program that fills shared memory, and its buffer
};

}  // namespace pbp
