// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "lessons/05_bitonic_sort/bitonic.hpp"
#include "lessons/05_bitonic_sort/register_tile.hpp"

/// The parts from which the dispatches of several versions are assembled.
namespace bitonic {

inline const std::string folder = "05_bitonic_sort/";
inline constexpr std::uint32_t far_local_size = 256;  ///< of the kernels that use no shared memory

inline pbp::glsl::Define define(const std::string& name, std::uint32_t value) {
    return {name, std::to_string(value)};
}

/// Takes the passes of one merge step (one block) whose stride is in [least, most].
inline std::vector<Pass> strides(std::uint32_t block, std::uint32_t most, std::uint32_t least) {
    std::vector<Pass> some;
    for (std::uint32_t stride = std::min(block / 2, most); stride >= least && stride > 0; stride /= 2)
        some.push_back({block, stride});
    return some;
}

/// Several passes of one block with every key in a register: a dispatch of v6's kernel.
Launch in_registers(const std::vector<Pass>& some, std::uint32_t n, const pbp::Limits& limits);

/// The tile of v7's and v8's dispatches in such a shape.
RegisterTile tile_of(const Shape& shape);
/// Default shape of v7 and v8: tiles of at most 4096 keys (8192 where that is faster) and at most 1 / `part`
/// of n, so that a small n shows both kinds of pass, in about three layouts; below 2^19 with at most 8 keys
/// per invocation. A software renderer's compiler takes seconds for 16.
Shape register_shape(std::uint32_t n, std::uint32_t part, const pbp::Limits& limits, bool software);
/// The dispatches of v7, and with `far_tiles` of v8. Throws Error(wrong_usage) for a tile that does not fit.
std::vector<Launch> in_register_tiles(std::uint32_t n, const Shape& shape, bool far_tiles,
                                      const pbp::Limits& limits);

}  // namespace bitonic
