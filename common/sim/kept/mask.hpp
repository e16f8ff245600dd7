// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>

namespace pbp::sim {

/// A set of lanes of a subgroup, at most 128.
struct Mask {
    std::uint64_t low = 0, high = 0;

    static Mask first(std::uint32_t lanes) {
        const auto bits = [](std::uint32_t n) {
            return n >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1;
        };
        return {bits(lanes), lanes > 64 ? bits(lanes - 64) : 0};
    }
    static Mask only(std::uint32_t lane) {
        return lane < 64 ? Mask{std::uint64_t{1} << lane, 0} : Mask{0, std::uint64_t{1} << (lane - 64)};
    }
    bool has(std::uint32_t lane) const { return ((lane < 64 ? low >> lane : high >> (lane - 64)) & 1u) != 0; }
    void add(std::uint32_t lane) { *this = *this | only(lane); }
    /// 32 lanes from 32 * k on.
    std::uint32_t word(std::uint32_t k) const {
        return static_cast<std::uint32_t>((k < 2 ? low : high) >> 32 * (k % 2));
    }
    bool empty() const { return (low | high) == 0; }
    std::uint32_t count() const {
        return static_cast<std::uint32_t>(std::popcount(low) + (high == 0 ? 0 : std::popcount(high)));
    }
    /// The lowest lane; 128 if empty.
    std::uint32_t lowest() const {
        return static_cast<std::uint32_t>(low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(high));
    }
    /// Calls f(lane) for each, in ascending order.
    template <typename F>
    void each(F&& f) const {
        for (std::uint64_t bits = low; bits != 0; bits &= bits - 1)
            f(static_cast<std::uint32_t>(std::countr_zero(bits)));
        for (std::uint64_t bits = high; bits != 0; bits &= bits - 1)
            f(64 + static_cast<std::uint32_t>(std::countr_zero(bits)));
    }
    friend Mask operator|(Mask a, Mask b) { return {a.low | b.low, a.high | b.high}; }
    friend Mask operator&(Mask a, Mask b) { return {a.low & b.low, a.high & b.high}; }
    friend Mask operator-(Mask a, Mask b) { return {a.low & ~b.low, a.high & ~b.high}; }
    friend bool operator==(Mask, Mask) = default;
};

}  // namespace pbp::sim
