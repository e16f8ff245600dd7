// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <set>

#include "common/device/forwarding_backend.hpp"
#include "common/device/recording.hpp"

namespace pbp {

/// A backend wrapper that forwards every call and, between begin() and end(), keeps those that make up one
/// operation: dispatches while they are wanted, fills, and read-backs of what such a dispatch used. The first
/// fill of a new buffer is not included: it only marks it as unwritten. While an operation or a Recording of
/// it exists, the resources it uses are not destroyed.
class RecordingBackend final : public ForwardingBackend {
  public:
    using ForwardingBackend::ForwardingBackend;

    /// Begins a new operation; dispatches are not wanted until want_dispatches() says so.
    void begin();
    /// Preparatory dispatches, such as driver probes, belong to no operation.
    void want_dispatches(bool wanted) { wanted_ = wanted; }
    /// The next operation uses what this buffer holds at the end of the previous one: it is not restored.
    void lasts(Handle buffer) { lasting_.insert(buffer); }
    /// The operation so far; recording stops. What the operation leaves unchanged is not restored. Throws
    /// Error(wrong_usage) if the CPU wrote in the middle of it: that cannot be repeated.
    Recording end();

    Handle create_buffer(std::size_t bytes) override;
    void destroy_buffer(Handle buffer) override;
    void write(Handle buffer, std::size_t offset, std::span<const std::byte> bytes) override;
    void read(Handle buffer, std::size_t offset, std::span<std::byte> bytes) override;
    void fill(Handle buffer, std::uint32_t word) override;
    Handle create_mapped_buffer(std::size_t bytes, std::byte*& seen) override;
    Handle create_image(glm::uvec2 size) override;
    void destroy_image(Handle image) override;
    void destroy_program(Handle program) override;
    void set(Handle program, int location, const UniformValue& value) override;
    void dispatch(Handle program, Groups groups, const Bindings& bindings) override;

  private:
    enum class Content : std::uint8_t { nothing, uploaded, computed };
    struct Known {
        std::size_t bytes = 0;
        Content content = Content::nothing;
        bool filled = false;  ///< only once, when it was created
        bool needed = false;  ///< the operation has read what was uploaded
    };
    bool keeps() const { return remains_ != nullptr; }
    bool used(Handle buffer) const { return used_.buffers.contains(buffer); }
    void use(Handle buffer, bool reads, bool writes);
    void keep_contents(Handle buffer);
    bool as_before(const Recording::Kept& kept);

    std::map<Handle, Known> buffers_;
    std::map<Handle, glm::uvec2> images_;
    std::map<Handle, std::map<int, UniformValue>> uniforms_;  ///< current values per program
    bool wanted_ = false, written_inside_ = false;
    std::vector<Recording::Step> steps_;
    Recording::Used used_;
    std::vector<Recording::Kept> kept_;
    std::set<Handle> lasting_;
    std::shared_ptr<Remains> remains_;  ///< while an operation is kept
    std::weak_ptr<Remains> needed_;     ///< while it or a Recording of it exists
};

}  // namespace pbp
