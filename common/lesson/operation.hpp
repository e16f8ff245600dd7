// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/device/buffer.hpp"
#include "common/sim/certified/promise.hpp"

namespace pbp::bench {

/// How the result of an operation is compared with what the CPU expects.
struct Comparison {
    std::string what = "result";  ///< the same for versions that expect the same: it is computed once
    bool any_order = false;       ///< the values may be in any order
    int allowed = 0;              ///< of pixels: the steps by which a channel may differ
    /// Of floats: how far a value may lie off; none: the words are no floats.
    std::optional<double> off = {};
    sim::Promise promise = {};  ///< for every input; what a certificate is about
};

/// Where an operation leaves its result, and what that should be.
struct Outcome {
    Handle result = 0;
    glm::uvec2 size{0};                                    ///< of an image; 0: the result is a buffer
    std::function<std::vector<std::uint32_t>()> expected;  ///< its first words; may take seconds
    Comparison comparison;
};

/// Who times what a story does: hears which dispatches are its work, and when it is done.
class Operation {
  public:
    virtual ~Operation() = default;
    /// A dispatch of the work begins (true) or has ended (false).
    virtual void dispatching(bool begins) = 0;
    /// The buffer's contents carry over from one operation to the next.
    virtual void lasts(Handle buffer) = 0;
    /// The work is done.
    virtual void ended(const Outcome& outcome) = 0;
};

/// Values of 4-byte types as words.
template <typename T>
std::vector<std::uint32_t> words_of(const std::vector<T>& values) {
    static_assert(sizeof(T) == 4);
    std::vector<std::uint32_t> words(values.size());
    std::memcpy(words.data(), values.data(), words.size() * sizeof(T));
    return words;
}

}  // namespace pbp::bench
