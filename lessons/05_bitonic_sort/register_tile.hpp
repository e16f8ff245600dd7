// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "common/picture/strip/strip.hpp"

/// A tile of keys in the registers of a workgroup, as data: shaders/05_bitonic_sort/v7_tile.glsl in C++.
namespace bitonic {

struct RegisterTile {
    std::uint32_t tile_bits = 0;  ///< a tile holds 2^tile_bits keys,
    std::uint32_t key_bits = 0;   ///< an invocation 2^key_bits of them, at least 4
    /// Registers number only bits from this one up: a far tile's row bits are below.
    std::uint32_t lowest = 0;

    std::uint32_t local_size() const { return 1u << (tile_bits - key_bits); }
    std::uint32_t layouts() const {
        return (tile_bits - lowest + key_bits - 1) / key_bits;
    }  ///< without the quads
    /// The lowest bit of a key's position that numbers registers in layout j.
    std::uint32_t p_of(std::uint32_t j) const {
        const std::uint32_t above = (layouts() - j) * key_bits;
        return tile_bits > above + lowest ? tile_bits - above : lowest;
    }
    /// The position of register k in layout j, or, if j is layouts(), in that of the store.
    std::uint32_t place(std::uint32_t j, std::uint32_t invocation, std::uint32_t k) const;
    /// A position's address in shared memory.
    std::uint32_t swizzle(std::uint32_t place) const {
        return place ^ ((place >> key_bits) & 31u) ^ ((place >> 2u) & 3u);
    }
};

/// How often the keys change their layout, at one barrier each time: when a dispatch of v7 merges a tile,
/// and in its tile sort, all blocks together.
std::uint32_t merge_exchanges(const RegisterTile& tile);
std::uint32_t sort_exchanges(const RegisterTile& tile);

/// Which position's key each register holds, one row per layout, from the longest strides to the store's.
pbp::picture::Strip layouts(const RegisterTile& tile);

/// How the strides of a merge step with blocks of 2^block keys, larger than a tile, are distributed.
struct Split {
    struct Far {
        std::uint32_t steps = 0;  ///< number of passes
        bool tiled = false;       ///< in far tiles instead of by v6's kernel
        bool operator==(const Far&) const = default;
    };
    std::vector<Far> far;    ///< the dispatches over far strides, from the longest
    std::uint32_t near = 0;  ///< the last dispatch makes the strides below 2^near, in tiles: those of all
                             ///< layouts, except for some of the topmost
};
/// The most far strides that a far tile takes: two layouts of them, so that one exchange is enough.
std::uint32_t most_far(const RegisterTile& tile);
/// The far tile with as many keys and invocations that takes `steps` strides: 2^steps rows.
RegisterTile far_tile(const RegisterTile& tile, std::uint32_t steps);

/// v6's kernel takes far strides key_bits at a time, as many as an invocation holds in its registers: these
/// dispatches take all of them, even those that a tile could hold. v8 (`far_tiles`) has a second kind of
/// dispatch, for more strides: it makes as few dispatches as possible, and all about as large.
Split split(const RegisterTile& tile, std::uint32_t block, bool far_tiles);

}  // namespace bitonic
