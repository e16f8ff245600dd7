// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/device/device.hpp"

namespace pbp {

/// How many passes a dispatch makes, for the trace of those that nobody outside the dispatch can see.
struct Traced {
    std::size_t passes = 1;
    std::size_t cells = 0;  ///< elements that TRACE() may name
    Handle state = 0;       ///< the buffer whose contents stand before the first pass; 0: nothing does
};

/// `passes` passes over the elements of a buffer, in place.
template <typename T>
Traced passes_over(std::size_t passes, const Buffer<T>& state) {
    return {passes, state.size(), state.handle()};
}
/// `passes` passes over `cells` elements of shared memory (all workgroups' one behind the other).
inline Traced passes_in_shared(std::size_t passes, std::size_t cells) {
    return {passes, cells, 0};
}

/// What TRACE() recorded of one dispatch, laid pass by pass over what stood before it.
class DispatchTrace {
  public:
    /// True where a trace of so much is small enough to be kept.
    static bool fits(const Traced& traced);

    /// Readies a dispatch: the buffer for its program to record into, or 0 for a program that does not
    /// record. One that records always gets a buffer, if only one that takes nothing: where no trace is
    /// `wanted`.
    Handle begin(Device& device, Program& program, const Traced& traced, bool wanted);
    /// Reads what was recorded.
    void end(Device& device);
    void clear() { words_.clear(); }

    /// True where the last dispatch recorded nothing.
    bool empty() const { return words_.empty(); }
    /// The elements after pass `pass` of the dispatch, from 0. Passes are asked for in order.
    const std::vector<std::uint32_t>& after(std::size_t pass);
    /// By element, the invocation that wrote it in the pass asked for last, plus 1; 0: nobody.
    const std::vector<std::uint32_t>& writers() const { return writers_; }
    /// By element, the line of the TRACE() call in that pass, as glsl::Source numbers lines; 0: none.
    const std::vector<std::uint32_t>& lines() const { return lines_; }

  private:
    void lay_over(std::size_t pass);

    std::optional<Buffer<std::uint32_t>> buffer_;
    bool wanted_ = false;
    std::vector<std::uint32_t> words_;  ///< value, writer and line of each entry
    std::size_t passes_ = 0;
    std::size_t laid_ = 0;  ///< passes already laid over state_
    std::vector<std::uint32_t> state_, writers_, lines_;
};

}  // namespace pbp
