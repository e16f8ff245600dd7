// SPDX-License-Identifier: MIT
// Arithmetic on numbers, and on all lanes of a subgroup at once.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "common/sim/code/code.hpp"

// Placed before a loop over lanes: no iteration reads what another wrote.
#ifdef __clang__
#define PBP_LANES_APART _Pragma("clang loop vectorize(assume_safety)")
#else
#define PBP_LANES_APART _Pragma("GCC ivdep")
#endif
// One copy of a function for machines with AVX2, one for all others; sanitizers and Windows do not support
// the run-time selection, and Clang requires the attribute in the class.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    defined(__OPTIMIZE__) && defined(__ELF__)
#define PBP_VECTORISED __attribute__((target_clones("avx2", "default")))
#else
#define PBP_VECTORISED
#endif
#define PBP_INLINE __attribute__((always_inline)) inline
#define PBP_INLINE_LAMBDA __attribute__((always_inline))

namespace pbp::sim::lanes {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using W32 = u32 __attribute__((may_alias));
using W64 = u64 __attribute__((may_alias));

PBP_INLINE float f(u32 bits) {
    return std::bit_cast<float>(bits);
}
PBP_INLINE double f(u64 bits) {
    return std::bit_cast<double>(bits);
}
PBP_INLINE u32 w(float value) {
    return std::bit_cast<u32>(value);
}
PBP_INLINE u64 w(double value) {
    return std::bit_cast<u64>(value);
}
PBP_INLINE i32 s(u32 bits) {
    return static_cast<i32>(bits);
}
PBP_INLINE i64 s(u64 bits) {
    return static_cast<i64>(bits);
}
PBP_INLINE u32 w(i32 value) {
    return static_cast<u32>(value);
}
PBP_INLINE u64 w(i64 value) {
    return static_cast<u64>(value);
}
PBP_INLINE u32 w(bool value) {
    return value ? 1u : 0u;
}

/// Numbers outside the range of the other type become its nearest: GLSL leaves the result undefined.
template <typename To, typename From>
PBP_INLINE To saturated(From x) {
    constexpr From least = static_cast<From>(std::numeric_limits<To>::min());
    constexpr From most = static_cast<From>(std::numeric_limits<To>::max());
    if (!(x >= least)) return x != x ? To{0} : std::numeric_limits<To>::min();
    return x >= most ? std::numeric_limits<To>::max() : static_cast<To>(x);
}

template <typename T>
T modulo(T a, T b) {  // the sign of the divisor, as GLSL's mod
    return a - b * std::floor(a / b);
}

template <typename S, typename U>
U divided(U a, U b) {
    if (b == 0) return ~U{0};
    if (static_cast<S>(b) == -1) return U{0} - a;
    return static_cast<U>(static_cast<S>(a) / static_cast<S>(b));
}
template <typename S, typename U>
U remainder_of(U a, U b) {
    if (b == 0 || static_cast<S>(b) == -1) return 0;
    return static_cast<U>(static_cast<S>(a) % static_cast<S>(b));
}
template <typename S, typename U>
U modulus_of(U a, U b) {
    const U rest = remainder_of<S>(a, b);
    return rest != 0 && (static_cast<S>(rest) < 0) != (static_cast<S>(b) < 0) ? rest + b : rest;
}

/// The subgroup state that one instruction needs.
struct Lanes {
    W32* registers;
    const W32* mask;
    u32 count;
    bool full;
    template <typename T>
    PBP_INLINE T* at(Row r) const {
        return reinterpret_cast<T*>(registers + static_cast<std::size_t>(r) * count);
    }
    /// d[lane] = g(lane); d is masked only if it outlives the block.
    template <typename D, typename G>
    PBP_INLINE void set(const Instruction& in, G&& g) const {
        D* const d = at<D>(in.d);
        if (full || (in.flags & Instruction::masked) == 0) {
            PBP_LANES_APART
            for (u32 lane = 0; lane < count; ++lane) d[lane] = g(lane);
        } else {
            PBP_LANES_APART
            for (u32 lane = 0; lane < count; ++lane) {
                const D made = g(lane);
                d[lane] = mask[lane] != 0 ? made : d[lane];
            }
        }
    }
    template <typename D, typename A, typename G>
    PBP_INLINE void one(const Instruction& in, G&& g) const {
        const A* const a = at<A>(in.a);
        set<D>(in, [=](u32 lane) PBP_INLINE_LAMBDA {
            return static_cast<D>(g(static_cast<std::remove_cv_t<A>>(a[lane])));
        });
    }
    template <typename D, typename A, typename G>
    PBP_INLINE void two(const Instruction& in, G&& g) const {
        const A* const a = at<A>(in.a);
        const A* const b = at<A>(in.b);
        set<D>(in, [=](u32 lane) PBP_INLINE_LAMBDA { return static_cast<D>(g(a[lane], b[lane])); });
    }
    template <typename T>
    PBP_INLINE void select(const Instruction& in) const {
        const T* const a = at<T>(in.a);
        const T* const b = at<T>(in.b);
        const W32* const c = at<W32>(in.c);
        set<T>(in, [=](u32 lane) PBP_INLINE_LAMBDA { return c[lane] != 0 ? a[lane] : b[lane]; });
    }
    /// Also true if an inactive lane has a NaN.
    template <typename T>
    PBP_INLINE bool any_nan(Row r) const {
        const T* const values = at<T>(r);
        u32 any = 0;
        for (u32 lane = 0; lane < count; ++lane) any |= std::isnan(f(values[lane])) ? 1u : 0u;
        return any != 0;
    }
    /// The same for a function called per lane: only for active lanes.
    template <typename D, typename G>
    void call(const Instruction& in, G&& g) const {
        D* const d = at<D>(in.d);
        for (u32 lane = 0; lane < count; ++lane)
            if (mask[lane] != 0) d[lane] = g(lane);
    }
};

}  // namespace pbp::sim::lanes
