// SPDX-License-Identifier: MIT
#include <algorithm>

#include "lessons/05_bitonic_sort/register_tile.hpp"

namespace bitonic {

namespace {

using Index = std::uint32_t;

constexpr Index quad_bits = 2;  // of a place, that the layout for the store holds in registers

/// The layout in which a tile is loaded: from layout 5 on, 32 invocations load neighbouring keys.
Index loads_from(const RegisterTile& tile, Index strides) {
    return std::min(std::max(strides, tile.key_bits + 5) - tile.key_bits, tile.tile_bits - tile.key_bits);
}

}  // namespace

Layout layout_from(const RegisterTile& tile, Index p, Index i) {
    return {((i >> p) << (p + tile.key_bits)) | (i & ((1u << p) - 1u)), 1u << p, 4u << p};
}

Layout quads(const RegisterTile& tile, Index i) {
    return {4 * i, 1, 4 * tile.local_size()};
}

Index swizzle(const RegisterTile& tile, Index place) {
    return place ^ ((place >> tile.key_bits) & 31u) ^ ((place >> 2u) & 3u);
}

Walk walk(const RegisterTile& tile, Index p, Index top, Index least) {
    Walk walk;
    while (top > least) {
        if (top <= p || top > p + tile.key_bits) {
            p = std::min(std::max(top, tile.key_bits + least) - tile.key_bits,
                         tile.tile_bits - tile.key_bits);
            ++walk.exchanges;
        }
        walk.layouts.push_back(p);
        top = p;
    }
    walk.left = top;
    return walk;
}

Index near_exchanges(const RegisterTile& tile, Index strides) {
    return walk(tile, loads_from(tile, strides), strides, quad_bits).exchanges + 1;
}

Index far_exchanges(const RegisterTile& tile, Index steps) {
    return walk(tile, tile.tile_bits - tile.key_bits, tile.tile_bits, tile.tile_bits - steps).exchanges;
}

Split split_in_registers(const RegisterTile& tile, Index block) {
    const Index beyond = block - tile.tile_bits;
    const Index dispatches = (beyond + tile.key_bits - 1) / tile.key_bits;
    return {std::vector<Index>(dispatches, tile.key_bits), block - dispatches * tile.key_bits};
}

Split split_in_tiles(const RegisterTile& tile, Index block) {
    const Index beyond = block - tile.tile_bits, most = tile.most_far_steps();
    const Index dispatches = (beyond + most - 1) / most;
    Split best;
    Index fewest = ~0u;
    for (Index steps = std::max(beyond, dispatches * tile.key_bits); steps <= dispatches * most; ++steps) {
        Split split{{}, block - steps};
        Index exchanges = near_exchanges(tile, split.near);
        for (Index i = 0; i < dispatches; ++i) {
            split.far.push_back(steps / dispatches + (i < steps % dispatches ? 1 : 0));
            exchanges += far_exchanges(tile, split.far.back());
        }
        if (exchanges >= fewest) continue;
        fewest = exchanges;
        best = split;
    }
    return best;
}

}  // namespace bitonic
