// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>

#include "common/base/error.hpp"
#include "lessons/02_memory_access/memory.hpp"

namespace memory {

namespace {

constexpr std::uint32_t most_elements = 8192;  // per tile: 32 KiB of shared memory, which every driver has
constexpr std::uint32_t flat_from = 1u << 25;  // elements of a matrix at and above which tiles are flat

/// Where a vector of four is: its tile, its 4 x 4 block in the tile, and its row in the block.
struct Four {
    uvec2 tile, block;
    std::uint32_t row;
};

/// The tiles of v7. Workgroups take them down the input, one column of tiles after another.
struct Tiling {
    uvec2 side, tiles;

    uvec2 fours() const { return side / 4u; }
    std::uint32_t items() const { return side.x * side.y / 4; }  ///< per tile: one per four
    /// In the input, where `across` blocks make a row of the tile; in the result likewise, but transposed.
    Four four_of(std::uint32_t item, std::uint32_t across) const {
        const std::uint32_t workgroup = item / items(), in_tile = item % items(), blocks = items() / 4,
                            block = in_tile % blocks;
        return {
            {workgroup / tiles.y, workgroup % tiles.y}, {block % across, block / across}, in_tile / blocks};
    }
    Four read(std::uint32_t item) const { return four_of(item, fours().x); }
    Four written(std::uint32_t item) const { return four_of(item, fours().y); }
    /// The first word of a four in the transposed tile; the swizzle permutes the fours of a row.
    std::uint32_t word_of(std::uint32_t row, std::uint32_t four) const {
        return 4 * (row * fours().y + (four ^ (row / 4 % fours().y)));
    }
};

/// A four of a matrix that starts at `at`: its first element, and how many of its elements are in the row.
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

uvec2 wide_tile(uvec2 size, const pbp::Choice& choice) {
    const std::uint64_t wanted = std::uint64_t{choice.local_size} * choice.per_invocation;
    if (wanted > most_elements)
        pbp::fail(pbp::ExitCode::wrong_usage,
                  "v7_wide_tile keeps a tile of at most {} elements in shared memory, but {} invocations "
                  "with {} each have {}; give a smaller --local-size or --per-invocation.",
                  most_elements, choice.local_size, choice.per_invocation, wanted);
    const auto elements = static_cast<std::uint32_t>(wanted);
    const auto doublings = static_cast<std::uint32_t>(std::bit_width(elements) - 1);
    const bool flat = doublings % 2 == 0 && elements >= 1024 && std::uint64_t{size.x} * size.y >= flat_from;
    const std::uint32_t rows = 1u << (doublings / 2 - (flat ? 1 : 0));
    return {elements / rows, rows};
}

Launch wide_transpose(uvec2 size, std::uint32_t local_size, uvec2 side, const pbp::Limits& limits) {
    const auto groups = pbp::groups_for({size.y, size.x}, {side.y, side.x}, limits);
    const Tiling tiling{side, {groups.y, groups.x}};
    const auto read_at = [=](std::uint32_t item) {
        const Four four = tiling.read(item);
        return four.tile * side + 4u * four.block + uvec2(0, four.row);
    };
    const auto written_at = [=](std::uint32_t item) {
        const Four four = tiling.written(item);
        const uvec2 corner = four.tile * side;
        return uvec2(corner.y, corner.x) + 4u * four.block + uvec2(0, four.row);
    };
    const bool small = std::min(side.x, side.y) < 32;  // eight lanes share rows, or positions in them
    const auto written =
        small ? "written: four words per lane"
              : "written: lane x writes four words of row 4x, which the swizzle puts at position x";
    const auto read = small ? "read: four words per lane" : "read: lane y reads words 4y to 4y + 3 of row 0";
    return {"transpose",
            {{"TILE_X", std::to_string(side.x)},
             {"TILE_Y", std::to_string(side.y)},
             {"LOCAL_SIZE", std::to_string(local_size)}},
            {{"columns", size.x}, {"rows", size.y}},
            groups,
            {tiling.fours().x, side.y},
            tiling.tiles.x * tiling.tiles.y * tiling.items(),
            {in_memory("addresses read", "read: fours of from[at.y * columns + at.x]", size, read_at),
             in_tile("tile words written", written,
                     [=](std::uint32_t item) {
                         const Four four = tiling.read(item);
                         return tiling.word_of(4 * four.block.x + four.row, four.block.y);
                     }),
             in_tile("tile words read", read,
                     [=](std::uint32_t item) {
                         const Four four = tiling.written(item);
                         return tiling.word_of(4 * four.block.y + four.row, four.block.x);
                     }),
             in_memory("addresses written", "written: fours of to[at.y * rows + at.x]", uvec2(size.y, size.x),
                       written_at)}};
}

}  // namespace memory
