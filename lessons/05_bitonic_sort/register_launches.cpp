// SPDX-License-Identifier: MIT
#include <bit>

#include "lessons/05_bitonic_sort/launch_parts.hpp"

namespace bitonic {

namespace {

/// The dispatches of v7 and v8: a tile sort, and for each block larger than a tile, its far strides and a
/// tile merge.
class RegisterTiles {
  public:
    RegisterTiles(const RegisterTile& tile, std::uint32_t n, const pbp::Limits& limits)
        : tile_(tile), n_(n), limits_(limits) {}

    Launch sort() const {
        auto launch = in_tile("v7_register_tile.comp", 0, passes(1u << tile_.tile_bits));
        launch.moves = true;
        return launch;
    }
    Launch merge(std::uint32_t block, std::uint32_t near) const {
        auto launch = in_tile("parts/v7_merge_tile.comp", 0, strides(1u << block, (1u << near) / 2, 1));
        launch.uniforms.insert(launch.uniforms.end(), {{"block", block}, {"strides", near}});
        return launch;
    }
    /// The passes of `steps` strides below 2^top.
    Launch far(std::uint32_t block, std::uint32_t top, const Split::Far& far) const {
        const auto some = passes_of(block, top, far.steps);
        if (!far.tiled) return in_registers(some, n_, limits_);
        auto launch = in_tile("v8_far_tile.comp", far_tile(tile_, far.steps).lowest, some);
        launch.uniforms.insert(launch.uniforms.end(), {{"block", block}, {"bottom", top - far.steps}});
        return launch;
    }

  private:
    static std::vector<Pass> passes_of(std::uint32_t block, std::uint32_t top, std::uint32_t steps) {
        return strides(1u << block, (1u << top) / 2, 1u << (top - steps));
    }
    Launch in_tile(const std::string& shader, std::uint32_t lowest, std::vector<Pass> some) const {
        return {folder + shader,
                {define("LOCAL_SIZE", tile_.local_size()), define("TILE_BITS", tile_.tile_bits),
                 define("KEY_BITS", tile_.key_bits), define("LOWEST", lowest)},
                {{"tiles", n_ >> tile_.tile_bits}},
                pbp::groups_for(n_ >> tile_.key_bits, tile_.local_size(), limits_),
                std::move(some),
                true};
    }

    RegisterTile tile_;
    std::uint32_t n_;
    const pbp::Limits& limits_;
};

}  // namespace

RegisterTile tile_of(const Shape& shape) {
    const auto key_bits = static_cast<std::uint32_t>(std::countr_zero(shape.keys));
    return {key_bits + static_cast<std::uint32_t>(std::countr_zero(shape.local_size)), key_bits};
}

std::vector<Launch> in_register_tiles(std::uint32_t n, const Shape& shape, bool far_tiles,
                                      const pbp::Limits& limits) {
    const std::uint64_t keys = std::uint64_t{shape.local_size} * shape.keys;
    if (keys > n)
        pbp::fail(pbp::ExitCode::wrong_usage,
                  "A tile of {} keys, {} per invocation, is larger than the {} keys to sort; give a smaller "
                  "--local-size or --per-invocation.",
                  keys, shape.keys, n);
    if (keys * 4 > limits.shared_bytes)
        pbp::fail(pbp::ExitCode::wrong_usage,
                  "A tile of {} keys, {} per invocation, needs {} bytes of shared memory; this driver has "
                  "{}. Give a smaller --local-size or --per-invocation.",
                  keys, shape.keys, keys * 4, limits.shared_bytes);
    const RegisterTile tile = tile_of(shape);
    if (tile.layouts() > 5)
        pbp::fail(pbp::ExitCode::wrong_usage,
                  "A tile of {} keys, {} per invocation, needs {} layouts; the shader has 5. Give a smaller "
                  "--local-size or a larger --per-invocation.",
                  keys, shape.keys, tile.layouts());
    const RegisterTiles tiles(tile, n, limits);
    std::vector<Launch> all{tiles.sort()};
    const auto bits = static_cast<std::uint32_t>(std::countr_zero(n));
    for (std::uint32_t block = tile.tile_bits + 1; block <= bits; ++block) {
        const Split split = bitonic::split(tile, block, far_tiles);
        std::uint32_t top = block;
        for (const auto& far : split.far) {
            all.push_back(tiles.far(block, top, far));
            top -= far.steps;
        }
        all.push_back(tiles.merge(block, split.near));
    }
    return all;
}

Shape register_shape(std::uint32_t n, std::uint32_t part, const pbp::Limits& limits, bool software) {
    // From 2^19 to 2^21 keys the number of dispatches matters more than that of resident workgroups.
    const std::uint32_t fast = software ? 512 : n >= 1u << 19 && n <= 1u << 21 ? 8192 : 4096;
    const std::uint64_t most = std::min<std::uint64_t>(limits.shared_bytes / 4, fast);
    const auto tile = std::bit_floor(std::max(std::min(n / part, static_cast<std::uint32_t>(most)), 4u));
    // Fewer tiles than multiprocessors: twice the invocations for each hide more of its latency.
    const bool few = !software && n < 1u << 19;
    const auto keys = 1u << std::clamp(std::countr_zero(tile) / 3, 2, few ? 3 : 4);
    return {tile / keys, keys};
}

}  // namespace bitonic
