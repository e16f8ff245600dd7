// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

/// A tile of keys in the registers of a workgroup, as data: shaders/05_bitonic_sort/register_tile.glsl in
/// C++.
namespace bitonic {

struct RegisterTile {
    std::uint32_t tile_bits = 0;  ///< a tile holds 2^tile_bits keys,
    std::uint32_t key_bits = 0;   ///< an invocation 2^key_bits of them, at least 4

    std::uint32_t keys() const { return 1u << key_bits; }
    std::uint32_t local_size() const { return 1u << (tile_bits - key_bits); }
    /// The passes of one dispatch over far strides: rows keep 32 keys, so that a subgroup reads neighbours,
    /// where the tile is large enough for that.
    std::uint32_t most_far_steps() const { return std::max(key_bits, tile_bits - std::min(tile_bits, 5u)); }
};

/// Which place of the tile each register of an invocation stands for.
struct Layout {
    std::uint32_t first = 0, apart = 1, fours = 4;
    std::uint32_t place(std::uint32_t k) const { return first + (k & 3u) * apart + (k >> 2u) * fours; }
};
Layout layout_from(const RegisterTile& tile, std::uint32_t p, std::uint32_t invocation);
Layout quads(const RegisterTile& tile, std::uint32_t invocation);
/// A place's address in shared memory.
std::uint32_t swizzle(const RegisterTile& tile, std::uint32_t place);

/// The layouts, by their p, in which the tile makes the passes with strides below 2^top; those below 2^least
/// are left, or more where no layout begins there. The first is the one that it finds, `p`, if that holds a
/// stride.
struct Walk {
    std::vector<std::uint32_t> layouts;
    std::uint32_t exchanges = 0;
    std::uint32_t left = 0;
};
Walk walk(const RegisterTile& tile, std::uint32_t p, std::uint32_t top, std::uint32_t least);
/// Exchanges of a dispatch that loads a tile, makes the passes with strides below 2^strides, and stores it.
std::uint32_t near_exchanges(const RegisterTile& tile, std::uint32_t strides);
/// Exchanges of a dispatch that makes `steps` passes over far strides.
std::uint32_t far_exchanges(const RegisterTile& tile, std::uint32_t steps);

/// How the strides of a merge step with blocks of 2^block keys are shared out.
struct Split {
    std::vector<std::uint32_t> far;  ///< passes of each dispatch over far strides, from the longest
    std::uint32_t near = 0;          ///< the last dispatch makes the strides below 2^near, in tiles
};
/// v7: far strides by v6's kernel, always key_bits of them a dispatch.
Split split_in_registers(const RegisterTile& tile, std::uint32_t block);
/// v8: far strides in as few dispatches as tiles can, and then so that exchanges are fewest: a stride that
/// the last dispatch could make as well goes to an earlier one that makes it for nothing.
Split split_in_tiles(const RegisterTile& tile, std::uint32_t block);

}  // namespace bitonic
