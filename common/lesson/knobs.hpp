// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "common/device/backend.hpp"

namespace pbp {

/// How many elements a version takes at most on a device, and why, e.g. "one workgroup holds all keys".
struct LargestN {
    std::function<std::uint64_t(const Limits&)> of;  ///< none: whatever fits into a buffer
    std::string because;
};

/// The two numbers of a dispatch that an algorithm may leave open. 0: not set, so the version's own is used.
struct Choice {
    std::uint32_t local_size = 0;      ///< invocations per workgroup
    std::uint32_t per_invocation = 0;  ///< elements that an invocation takes
    bool operator==(const Choice&) const = default;
};

/// Which local sizes the kernels of a version are right for.
enum class LocalSizes : std::uint8_t {
    fixed,           ///< no choice
    any,             ///< from 1 on
    powers_of_two,   ///< from 2 on
    powers_of_four,  ///< from 4 on: a square of invocations
};

/// What a version leaves to choose, by --local-size and --per-invocation, and what a tuning run then tries.
struct Knobs {
    LocalSizes local_sizes = LocalSizes::fixed;
    std::vector<std::uint32_t> per_invocation = {};  ///< all that it can take; empty: no choice
    /// Why one of them, or both, is no choice: "its one workgroup follows from n".
    std::string because = {};
    std::uint32_t n = 1u << 20;  ///< elements of a tuning run by default
    std::uint32_t least = 4;     ///< local size that a tuning run begins with
    bool any() const { return local_sizes != LocalSizes::fixed || !per_invocation.empty(); }
};

/// "local size 64, 16 per invocation"; empty where nothing is chosen.
std::string in_words(const Choice& choice);

/// Why a version cannot take what was asked for, in words that follow its name; empty: it can.
std::string refusal(const Knobs& knobs, const Choice& asked);

/// All that a tuning run tries of a version: local sizes 4, 8, 16 …, or from its least on, up to the driver's
/// limit, each with each number of elements per invocation; a number that was asked for replaces its list.
std::vector<Choice> combinations(const Knobs& knobs, const Choice& asked, const Limits& limits);

}  // namespace pbp
