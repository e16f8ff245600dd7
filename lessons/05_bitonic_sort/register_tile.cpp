// SPDX-License-Identifier: MIT
#include "lessons/05_bitonic_sort/register_tile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace bitonic {

using Index = std::uint32_t;

Index RegisterTile::place(Index j, Index i, Index k) const {
    if (j == layouts()) return 4 * i + (k & 3u) + (k >> 2u) * 4 * local_size();
    const Index p = p_of(j);
    return ((i >> p) << (p + key_bits)) | (k << p) | (i & ((1u << p) - 1u));
}

Index merge_exchanges(const RegisterTile& tile) {
    return tile.layouts();  // from each to the next, and from the last to the store's
}

Index sort_exchanges(const RegisterTile& tile) {
    Index count = tile.layouts() > 1 ? 2 : 1;  // from the load's layout to layout 0; to the store's
    for (Index block = tile.key_bits + 1; block <= tile.tile_bits; ++block) {
        ++count;  // from layout 0 to the block's topmost, and onwards from each
        for (Index j = 1; j < tile.layouts(); ++j) count += tile.p_of(j) < block ? 1 : 0;
    }
    return count;
}

pbp::picture::Strip layouts(const RegisterTile& tile) {
    const Index keys = 1u << tile.key_bits;
    pbp::picture::Strip strip;
    strip.title = fmt::format("Where the {} keys of a tile are: {} invocations, {} registers each",
                              1u << tile.tile_bits, tile.local_size(), keys);
    strip.how_to_read = fmt::format(
        "Each group of cells shows the registers of one invocation, numbered above; the number in a cell is "
        "the position of its key in the tile. Each row is a layout; a merge of the whole tile uses them from "
        "top to bottom. Stride: the distance between the positions of two keys that are compared. In a row "
        "with that stride, one invocation holds both keys of a pair: at stride {0}, registers 0 and {1} of "
        "invocation 0 hold the keys at positions 0 and {0}. Between rows, the keys are exchanged in shared "
        "memory. As stored, every four registers are one store of 16 bytes, and the next invocation's four "
        "follow in memory; in the row above they are {2} positions further on.",
        1u << (tile.tile_bits - 1), keys / 2, keys);
    strip.element_name = "register", strip.counts_in_groups = true;
    strip.value_name = "position";
    strip.group = keys;
    strip.group_name = "invocation";
    for (Index row = 0; row <= tile.layouts(); ++row) {
        const bool store = row == tile.layouts();
        const Index j = store ? row : tile.layouts() - 1 - row, least = store ? 0 : tile.p_of(j);
        const Index end = store ? 0 : row == 0 ? tile.tile_bits : tile.p_of(j + 1);  // the rest is done
        std::string strides;
        for (Index bit = end; bit-- > least;)
            strides += fmt::format("{}{}", strides.empty() ? "" : ", ", 1u << bit);
        std::vector<std::uint32_t> places;
        const auto when = store ? "as stored" : row == 0 ? "as loaded" : "exchanged";
        for (Index i = 0; i < tile.local_size(); ++i)
            for (Index k = 0; k < keys; ++k) places.push_back(tile.place(j, i, k));
        strip.rows.push_back(
            {.name = store ? fmt::format("{}: nothing compared", when)
                           : fmt::format("{}: stride{} {}", when, end - least > 1 ? "s" : "", strides),
             .values = std::move(places)});
    }
    return strip;
}

Index most_far(const RegisterTile& tile) {
    return std::clamp(tile.tile_bits - 1, tile.key_bits, 2 * tile.key_bits);
}

RegisterTile far_tile(const RegisterTile& tile, Index steps) {
    RegisterTile far = tile;
    far.lowest = tile.tile_bits - steps;
    return far;
}

Split split(const RegisterTile& tile, Index block, bool far_tiles) {
    const Index few = tile.key_bits, many = far_tiles ? most_far(tile) : few;
    Split split{{}, block};
    while (split.near > tile.tile_bits) {
        const Index left = split.near - tile.tile_bits, dispatches = (left + many - 1) / many;
        const Index steps = std::max(few, (left + dispatches - 1) / dispatches);
        split.far.push_back({steps, steps > few});
        split.near -= steps;
    }
    return split;
}

}  // namespace bitonic
