// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace pbp::sim {

/// The arithmetic of an atomic operation.
enum class Atomic : std::uint8_t {
    load,
    store,
    exchange,
    compare,
    add,
    sub,
    min_i,
    min_u,
    max_i,
    max_u,
    and_,
    or_,
    xor_,
    add_f,
    min_f,
    max_f
};

/// Operations that the lanes of a subgroup perform together.
enum class Group : std::uint8_t {
    elect,
    all,
    any,
    all_equal,
    broadcast,
    broadcast_first,
    ballot,
    partition,  ///< d: the lanes that have the same a
    inverse_ballot,
    bit_extract,
    bit_count,
    find_lsb,
    find_msb,
    shuffle,
    shuffle_xor,
    shuffle_up,
    shuffle_down,
    rotate,  ///< in clusters of x lanes; 0: all
    quad_broadcast,
    quad_swap,
    add_w,
    add_f,
    mul_w,
    mul_f,
    min_i,
    min_u,
    min_f,
    max_i,
    max_u,
    max_f,
    and_w,
    or_w,
    xor_w,
    add_q,
    add_d,
    mul_q,
    mul_d,
    min_l,
    min_m,
    min_d,
    max_l,
    max_m,
    max_d,
    and_q,
    or_q,
    xor_q
};

/// How far what one invocation writes gets to another, once barriers or atomics order the two. Vulkan's
/// memory model says it per access: a private one gets nowhere, and `by_fence` as far as the memory barriers
/// around it make values available and visible.
enum class Coherence : std::uint8_t { none, by_fence, subgroup, workgroup, device };

}  // namespace pbp::sim
