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
    std::uint32_t lowest =
        0;  ///< registers number only bits from this one on: a far tile's row bits lie below

    std::uint32_t local_size() const { return 1u << (tile_bits - key_bits); }
    std::uint32_t layouts() const {
        return (tile_bits - lowest + key_bits - 1) / key_bits;
    }  ///< without the quads
    /// The lowest bit of a key's place that numbers registers in layout j.
    std::uint32_t p_of(std::uint32_t j) const {
        const std::uint32_t above = (layouts() - j) * key_bits;
        return tile_bits > above + lowest ? tile_bits - above : lowest;
    }
    /// The place of register k in layout j, or, where j is layouts(), in that of the store.
    std::uint32_t place(std::uint32_t j, std::uint32_t invocation, std::uint32_t k) const;
    /// A place's address in shared memory.
    std::uint32_t swizzle(std::uint32_t place) const {
        return place ^ ((place >> key_bits) & 31u) ^ ((place >> 2u) & 3u);
    }
};

/// How often the keys change their layout, one barrier each time: in a dispatch of v7 that merges a tile, and
/// in its tile sort, all blocks of it.
std::uint32_t merge_exchanges(const RegisterTile& tile);
std::uint32_t sort_exchanges(const RegisterTile& tile);

/// Which place's key each register holds, a row a layout, from the one of the longest strides to the store's.
pbp::picture::Strip layouts(const RegisterTile& tile);

/// How the strides of a merge step with blocks of 2^block keys, larger than a tile, are shared out.
struct Split {
    struct Far {
        std::uint32_t steps = 0;  ///< passes
        bool tiled = false;       ///< in far tiles, not by v6's kernel
        bool operator==(const Far&) const = default;
    };
    std::vector<Far> far;    ///< the dispatches over far strides, from the longest
    std::uint32_t near = 0;  ///< the last dispatch makes the strides below 2^near, in tiles: those of all
                             ///< layouts, but for some of the topmost
};
/// The far tile of as many keys and invocations: rows of 32 keys in the tiles of a GPU, so that a subgroup
/// loads neighbours; in smaller ones rows so short that two layouts of strides remain.
RegisterTile far_tile(const RegisterTile& tile);

/// Far strides come key_bits at a time, as many as an invocation has between its registers, by v6's kernel:
/// each dispatch takes all of them, also those that a tile would hold as well. v8 (`far_tiles`) has a second
/// kind of dispatch, which takes the strides of a far tile, and chooses it wherever it saves one of the first
/// kind.
Split split(const RegisterTile& tile, std::uint32_t block, bool far_tiles);

}  // namespace bitonic
