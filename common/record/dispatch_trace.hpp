// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/device/device.hpp"

namespace pbp {

/// The number of passes in one dispatch, for tracing those that are invisible from outside it.
struct Traced {
    std::size_t passes = 1;
    std::size_t cells = 0;  ///< elements that TRACE() may refer to
    Handle state = 0;       ///< the buffer with the contents before the first pass; 0: none
    bool at_most = false;   ///< `passes` is a bound: as many as TRACE() reports
};

/// `passes` passes over the elements of a buffer, in place.
template <typename T>
Traced passes_over(std::size_t passes, const Buffer<T>& state) {
    return {passes, state.size(), state.handle()};
}
/// `passes` passes over `cells` elements of shared memory (those of all workgroups, concatenated).
inline Traced passes_in_shared(std::size_t passes, std::size_t cells) {
    return {passes, cells, 0};
}

/// What TRACE() recorded in one dispatch, applied pass by pass to the contents before it.
class DispatchTrace {
  public:
    static constexpr std::size_t words_an_entry = 3;  ///< value, writer, line: shaders/common/trace.glsl

    /// True if a trace of this size is small enough to keep.
    static bool fits(const Traced& traced);

    /// Prepares a dispatch: the buffer for its program to record into, or 0 for a program that does not
    /// record. One that records always gets a buffer, though one without capacity if no trace is `wanted`.
    Handle begin(Device& device, Program& program, const Traced& traced, bool wanted);
    /// What is recorded into until end(); 0: nothing.
    Handle buffer() const { return wanted_ ? buffer_->handle() : 0; }
    /// Reads what was recorded.
    void end(Device& device);
    void clear() { words_.clear(); }

    /// The number of passes up to the last that TRACE() reported.
    std::size_t passes_reported() const;
    /// True if the last dispatch recorded nothing.
    bool empty() const { return words_.empty(); }
    /// The elements after pass `pass` of the dispatch, from 0. Passes must be requested in order.
    const std::vector<std::uint32_t>& after(std::size_t pass);
    /// Per element, the invocation that wrote it in the pass requested last, plus 1; 0: none.
    const std::vector<std::uint32_t>& writers() const { return writers_; }
    /// Per element, the line of the TRACE() call in that pass, as glsl::Source numbers lines; 0: none.
    const std::vector<std::uint32_t>& lines() const { return lines_; }

  private:
    void lay_over(std::size_t pass);

    std::optional<Buffer<std::uint32_t>> buffer_;
    bool wanted_ = false;
    std::vector<std::uint32_t> words_;  ///< value, writer and line of each entry
    std::size_t passes_ = 0;
    std::size_t laid_ = 0;  ///< passes already applied to state_
    std::vector<std::uint32_t> state_, writers_, lines_;
};

}  // namespace pbp
