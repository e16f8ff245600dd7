// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace pbp::sim {

/// When an access happened, from its invocation's point of view, and where in the shader.
struct Moment {
    std::uint32_t clock = 0;  ///< fences that its subgroup had passed
    std::uint32_t epoch = 0;  ///< barriers that its workgroup had passed
    std::uint32_t site = 0;   ///< with the flags below

    static constexpr std::uint32_t atomic = 0x80000000u, places = 0x07FFFFFFu;
    static constexpr unsigned coherence = 27;  ///< the first of four bits: see Coherence
    bool operator==(const Moment&) const = default;
};

/// The moments of one dispatch, each of late stored once: subgroups pass the same places in the same order,
/// so there are few, and a word's shadow needs only their numbers. Those of long ago, in a loop that does not
/// end, are forgotten: only their numbers stay. Several threads may use them.
class Moments {
  public:
    std::uint32_t number_of(const Moment& moment);
    /// For a number that was given to the calling thread, or found under a lock.
    const Moment& operator[](std::uint32_t number) const {
        const auto level = level_of(number);
        return levels_[level][number - first_of(level)];
    }

  private:
    struct Hash {
        std::size_t operator()(const Moment& moment) const;
    };
    // Level k has 1024 * 2^k entries: stored entries never move.
    static constexpr std::uint32_t smallest = 1024;
    static std::uint32_t level_of(std::uint32_t number) {
        return static_cast<std::uint32_t>(std::bit_width(number / smallest + 1)) - 1;
    }
    static std::uint32_t first_of(std::uint32_t level) { return smallest * ((1u << level) - 1); }

    std::mutex mutex_;
    static constexpr std::size_t most_known = 1u << 16;
    std::unordered_map<Moment, std::uint32_t, Hash> numbers_;
    std::uint32_t count_ = 0;
    std::array<std::unique_ptr<Moment[]>, 23> levels_;
};

}  // namespace pbp::sim
