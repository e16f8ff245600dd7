// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>

#include "common/error.hpp"
#include "lessons/02_memory_access/memory.hpp"

namespace memory {

namespace {

constexpr std::uint32_t band_columns = 2048;  // of the matrix that are turned before those beside them

/// Where a four stands: its workgroup's tile, its block of 4 x 4 in the tile, and its row in the block.
struct Four {
    uvec2 tile, block;
    std::uint32_t row;
};

/// The tiles of v7, and in which order its workgroups take them.
struct Tiling {
    std::uint32_t side;
    uvec2 tiles;

    std::uint32_t band() const { return band_columns / side; }  ///< tiles side by side
    std::uint32_t fours() const { return side / 4; }
    std::uint32_t items() const { return side * fours(); }  ///< of a tile: one a four
    uvec2 tile_of(std::uint32_t workgroup) const {
        const std::uint32_t left = workgroup / (band() * tiles.y) * band(),
                            width = std::min(band(), tiles.x - left), place = workgroup - left * tiles.y;
        return {left + place % width, place / width};
    }
    Four four_of(std::uint32_t item) const {
        const std::uint32_t in_tile = item % items(), blocks = fours() * fours(), block = in_tile % blocks;
        return {tile_of(item / items()), {block % fours(), block / fours()}, in_tile / blocks};
    }
    /// The first word of a four of the tile: what stands at `four` without a swizzle stands elsewhere with
    /// it.
    std::uint32_t word_of(std::uint32_t row, std::uint32_t four) const {
        return 4 * (row * fours() + (four ^ (row / 4)));
    }
};

/// A four of a matrix that begins at `at`: its first element, and how many of it lie in the row.
Access in_memory(std::string name, std::string caption, uvec2 size, auto at) {
    return {std::move(name), std::move(caption), false,
            [=](std::uint32_t item) -> std::optional<std::uint32_t> {
                const uvec2 place = at(item);
                if (place.x >= size.x || place.y >= size.y) return {};
                return place.y * size.x + place.x;
            },
            [=](std::uint32_t item) { return std::min(4u, size.x - at(item).x); }};
}
Access in_tile(std::string name, std::string caption, auto word) {
    return {std::move(name), std::move(caption), true,
            [=](std::uint32_t item) -> std::optional<std::uint32_t> { return word(item); },
            [](std::uint32_t) { return 4u; }};
}

}  // namespace

Launch wide_transpose(uvec2 size, const pbp::Choice& choice) {
    const std::uint32_t elements = choice.local_size * choice.per_invocation;
    const std::uint32_t side = 1u << (std::bit_width(elements) - 1) / 2;
    if (side * side != elements || side > 64)
        pbp::fail(
            pbp::ExitCode::wrong_usage,
            "v7_wide_tile turns squares of up to 64 x 64: {} invocations with {} elements each are none; "
            "give another --local-size or --per-invocation, such as 256 and 16.",
            choice.local_size, choice.per_invocation);
    const Tiling tiling{side, (size + side - 1u) / side};
    const auto read_at = [=](std::uint32_t item) {
        const Four four = tiling.four_of(item);
        return four.tile * side + 4u * four.block + uvec2(0, four.row);
    };
    const auto written_at = [=](std::uint32_t item) {
        const Four four = tiling.four_of(item);
        return uvec2(four.tile.y, four.tile.x) * side + 4u * four.block + uvec2(0, four.row);
    };
    return {"transpose",
            {{"TILE", std::to_string(side)},
             {"LOCAL_SIZE", std::to_string(choice.local_size)},
             {"BAND", std::to_string(tiling.band())}},
            {{"columns", size.x}, {"rows", size.y}},
            {tiling.tiles.x, tiling.tiles.y, 1},
            {tiling.fours(), side},
            tiling.tiles.x * tiling.tiles.y * tiling.items(),
            {in_memory("addresses read", "read: fours of from[at.y * columns + at.x]", size, read_at),
             in_tile("tile words written", "written, down: tile[place_of(4 * x + k, y)]",
                     [=](std::uint32_t item) {
                         const Four four = tiling.four_of(item);
                         return tiling.word_of(4 * four.block.x + four.row, four.block.y);
                     }),
             in_tile("tile words read", "read, along: tile[place_of(4 * y + k, x)]",
                     [=](std::uint32_t item) {
                         const Four four = tiling.four_of(item);
                         return tiling.word_of(4 * four.block.y + four.row, four.block.x);
                     }),
             in_memory("addresses written", "written: fours of to[at.y * rows + at.x]", uvec2(size.y, size.x),
                       written_at)}};
}

}  // namespace memory
