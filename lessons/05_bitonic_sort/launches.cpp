// SPDX-License-Identifier: MIT
#include <bit>
#include <cmath>

#include "common/app/run.hpp"
#include "lessons/05_bitonic_sort/bitonic.hpp"
#include "lessons/05_bitonic_sort/register_tile.hpp"

namespace bitonic {

namespace {

constexpr std::uint32_t far_local_size = 256;  // of the kernels that use no shared memory
const std::string folder = "05_bitonic_sort/";

pbp::glsl::Define define(const std::string& name, std::uint32_t value) {
    return {name, std::to_string(value)};
}

/// Takes the passes of one merge step (one block) whose stride lies in [least, most].
std::vector<Pass> strides(std::uint32_t block, std::uint32_t most, std::uint32_t least) {
    std::vector<Pass> some;
    for (std::uint32_t stride = std::min(block / 2, most); stride >= least && stride > 0; stride /= 2)
        some.push_back({block, stride});
    return some;
}

/// All passes up to `block` inside tiles of that many keys.
std::vector<Pass> up_to(std::uint32_t block) {
    return passes(block);
}

Launch in_one_workgroup(const std::string& shader, std::uint32_t n, std::uint32_t invocations) {
    return {folder + shader, {define("LOCAL_SIZE", invocations)}, {}, pbp::Groups{1}, passes(n)};
}

Launch global_step(const Pass& pass, std::uint32_t n, std::uint32_t local_size, const pbp::Limits& limits) {
    return {folder + "v3_global.comp",
            {define("LOCAL_SIZE", local_size)},
            {{"pairs", n / 2}, {"block", pass.block}, {"stride", pass.stride}},
            pbp::groups_for(n / 2, local_size, limits),
            {pass}};
}

/// Sorts or merges each tile in shared memory: the blocks from `first` to `last`, strides below the tile.
Launch in_tiles(std::uint32_t first, std::uint32_t last, std::uint32_t n, std::uint32_t tile,
                const pbp::Limits& limits) {
    return {folder + "v5_shared_tail.comp",
            {define("LOCAL_SIZE", tile / 2)},
            {{"first_block", first}, {"last_block", last}, {"tiles", n / tile}},
            pbp::groups_for(n / 2, tile / 2, limits),
            first == last ? strides(first, tile / 2, 1) : up_to(last)};
}

/// Several passes of one block with every key in a register.
Launch in_registers(const std::vector<Pass>& some, std::uint32_t n, const pbp::Limits& limits) {
    const auto steps = static_cast<std::uint32_t>(some.size());
    return {folder + "v6_registers.comp",
            {define("LOCAL_SIZE", far_local_size), define("STEPS", steps)},
            {{"invocations", n >> steps}, {"block", some.back().block}, {"stride", some.back().stride}},
            pbp::groups_for(n >> steps, far_local_size, limits),
            some};
}

Launch transposed(std::uint32_t columns, std::uint32_t rows, std::uint32_t tile) {
    Pass pass;
    pass.columns = columns;
    pass.columns_after = rows;
    return {folder + "v4_transpose.comp",
            {define("TILE", tile)},
            {{"columns", columns}, {"rows", rows}},
            pbp::Groups{(columns + tile - 1) / tile, (rows + tile - 1) / tile, 1},
            {pass},
            true,
            true};
}

/// Sorts within the rows of a matrix whose rows lie one behind the other: the given passes, all with strides
/// below `columns`.
Launch in_rows(std::vector<Pass> some, std::uint32_t columns, std::uint32_t rows) {
    const Pass &first = some.front(), &last = some.back();
    return {folder + "v4_rows.comp",
            {define("LOCAL_SIZE", columns / 2)},
            {{"first_block", first.block}, {"last_block", last.block}, {"index_mask", first.index_mask}},
            pbp::Groups{rows, 1, 1},
            some};
}

std::vector<Launch> transposing(std::uint32_t n, std::uint32_t tile) {
    const std::uint32_t columns = columns_for(n), rows = n / columns;
    std::vector<Launch> all{in_rows(up_to(columns), columns, rows)};
    for (std::uint64_t block = 2ull * columns; block <= n; block *= 2) {
        all.push_back(transposed(columns, rows, tile));
        // What was a stride of whole rows is now one within a row: divided by the row's length.
        std::vector<Pass> turned;
        for (const Pass& pass : strides(static_cast<std::uint32_t>(block), n / 2, columns))
            turned.push_back({pass.block / columns, pass.stride / columns, rows - 1});
        all.push_back(in_rows(turned, rows, columns));
        all.push_back(transposed(rows, columns, tile));
        all.push_back(in_rows(strides(static_cast<std::uint32_t>(block), columns / 2, 1), columns, rows));
    }
    return all;
}

/// Tiles in shared memory, a pair an invocation, and between them the passes whose strides reach beyond a
/// tile: in registers, or, where an invocation takes no more than a pair, one a dispatch.
std::vector<Launch> tiled(std::uint32_t n, const Shape& shape, const pbp::Limits& limits) {
    const std::uint32_t tile = 2 * shape.local_size;
    if (tile > n)
        pbp::fail(
            pbp::ExitCode::wrong_usage,
            "A tile of {} keys, two an invocation, is larger than the {} that there are; give a smaller "
            "--local-size.",
            tile, n);
    const auto most = static_cast<std::uint32_t>(std::countr_zero(shape.keys));  // passes a dispatch
    std::vector<Launch> all{in_tiles(2, tile, n, tile, limits)};
    for (std::uint64_t block = 2ull * tile; block <= n; block *= 2) {
        const auto far = strides(static_cast<std::uint32_t>(block), n / 2, tile);
        for (std::size_t done = 0; done < far.size();) {
            const auto count = std::min<std::size_t>(most, far.size() - done);
            const std::vector<Pass> some(far.begin() + static_cast<std::ptrdiff_t>(done),
                                         far.begin() + static_cast<std::ptrdiff_t>(done + count));
            all.push_back(most == 1 ? global_step(some.front(), n, far_local_size, limits)
                                    : in_registers(some, n, limits));
            done += count;
        }
        all.push_back(
            in_tiles(static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block), n, tile, limits));
    }
    return all;
}

/// The dispatches of v7 and v8: a tile sort, and for each block above a tile its far strides and a tile
/// merge.
class RegisterTiles {
  public:
    RegisterTiles(const RegisterTile& tile, std::uint32_t n, const pbp::Limits& limits)
        : tile_(tile), n_(n), limits_(limits) {}

    Launch sort() const {
        auto launch = in_tile("v7_register_tile.comp", 0, up_to(1u << tile_.tile_bits));
        launch.uniforms.insert(
            launch.uniforms.end(),
            {{"first_block", 1}, {"last_block", tile_.tile_bits}, {"strides", tile_.tile_bits}});
        launch.moves = true;
        return launch;
    }
    Launch merge(std::uint32_t block, std::uint32_t near) const {
        auto launch = in_tile("v7_register_tile.comp", 0, strides(1u << block, (1u << near) / 2, 1));
        launch.uniforms.insert(launch.uniforms.end(),
                               {{"first_block", block}, {"last_block", block}, {"strides", near}});
        return launch;
    }
    /// The passes with `steps` strides below 2^top.
    Launch far(std::uint32_t block, std::uint32_t top, const Split::Far& far) const {
        const auto some = passes_of(block, top, far.steps);
        if (!far.tiled) return in_registers(some, n_, limits_);
        auto launch = in_tile("v8_far_tile.comp", far_tile(tile_).lowest, some);
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

RegisterTile tile_of(const Shape& shape) {
    const auto key_bits = static_cast<std::uint32_t>(std::countr_zero(shape.keys));
    return {key_bits + static_cast<std::uint32_t>(std::countr_zero(shape.local_size)), key_bits};
}

std::vector<Launch> in_register_tiles(std::uint32_t n, const Shape& shape, bool far_tiles,
                                      const pbp::Limits& limits) {
    const std::uint64_t keys = std::uint64_t{shape.local_size} * shape.keys;
    if (keys > n)
        pbp::fail(pbp::ExitCode::wrong_usage,
                  "A tile of {} keys, {} an invocation, is larger than the {} that there are; give a smaller "
                  "--local-size or --per-invocation.",
                  keys, shape.keys, n);
    if (keys * 4 > limits.shared_bytes)
        pbp::fail(pbp::ExitCode::wrong_usage,
                  "A tile of {} keys, {} an invocation, needs {} bytes of shared memory; this driver has {}. "
                  "Give a smaller --local-size or --per-invocation.",
                  keys, shape.keys, keys * 4, limits.shared_bytes);
    const RegisterTile tile = tile_of(shape);
    if (tile.layouts() > 5)
        pbp::fail(pbp::ExitCode::wrong_usage,
                  "A tile of {} keys, {} an invocation, needs {} layouts; the shader has 5. Give a smaller "
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

/// v7's and v8's own shape: tiles of at most 4096 keys and the given part of n, so that a small n shows both
/// kinds of pass, through about three layouts. A software renderer's compiler takes seconds for 16 keys an
/// invocation.
Shape register_shape(std::uint32_t n, std::uint32_t part, const pbp::Limits& limits, bool software) {
    const std::uint64_t most = std::min<std::uint64_t>(limits.shared_bytes / 4, software ? 512 : 4096);
    const auto tile = std::bit_floor(std::max(std::min(n / part, static_cast<std::uint32_t>(most)), 4u));
    const auto keys = 1u << std::clamp(std::countr_zero(tile) / 3, 2, 4);
    return {tile / keys, keys};
}

}  // namespace

Shape shape_of(const std::string& version, std::uint32_t n, const pbp::Limits& limits, bool software) {
    if (version == "v4_transpose") return {256, 2};
    if (version == "v5_shared_tail") return {tile_for(n, limits) / 2, 2};
    if (version == "v6_registers") return {tile_for(n, limits) / 2, 16};
    if (version >= "v7" && n >= least_for_registers)
        return register_shape(n, version < "v8" ? 4 : 8, limits, software);
    if (version >= "v7") return {tile_for(n, limits) / 2, 4};
    return {256, 2};
}

pbp::Knobs knobs(const std::string& version) {
    using pbp::LocalSizes;
    constexpr std::uint32_t n = 1u << 16;
    const char* pair = "an invocation takes a pair";
    if (version < "v3") return {LocalSizes::fixed, {}, "its one workgroup follows from n"};
    if (version < "v4") return {LocalSizes::any, {}, pair, n};
    if (version < "v5") return {LocalSizes::powers_of_four, {}, "a row's workgroup follows from n", n};
    if (version < "v6") return {LocalSizes::powers_of_two, {}, pair, n};
    return {LocalSizes::powers_of_two, {4, 8, 16, 32}, "", version < "v7" ? n : 1u << 20};
}

std::vector<Launch> launches(const std::string& version, std::uint32_t n, const pbp::Limits& limits) {
    return launches(version, shape_of(version, n, limits), n, limits);
}

std::vector<Launch> launches(const std::string& version, const Shape& shape, std::uint32_t n,
                             const pbp::Limits& limits) {
    if (version == "v1_shared") return {in_one_workgroup("v1_shared.comp", n, n / 2)};
    if (version == "v2_pick") return {in_one_workgroup("v2_pick.comp", n, n)};
    if (version == "v4_transpose")
        return transposing(n, static_cast<std::uint32_t>(std::lround(std::sqrt(shape.local_size))));
    if (version >= "v7" && n >= least_for_registers)
        return in_register_tiles(n, shape, version >= "v8", limits);
    if (version >= "v5") return tiled(n, shape, limits);
    std::vector<Launch> all;
    for (const Pass& pass : passes(n)) all.push_back(global_step(pass, n, shape.local_size, limits));
    return all;
}

namespace {

Shape asked_shape(pbp::Run& run, std::uint32_t n) {
    Shape shape = shape_of(run.version(), n, run.gpu.limits(), run.gpu.info().software);
    return {run.local_size(shape.local_size), run.per_invocation(shape.keys)};
}

}  // namespace

std::vector<Launch> plan(pbp::Run& run, std::uint32_t n) {
    auto all = launches(run.version(), asked_shape(run, n), n, run.gpu.limits());
    run.plan(passes_in(all), n);
    return all;
}

void more_pictures(pbp::Run& run, std::uint32_t n) {
    if (!run.drawing()) return;
    if (!run.is("v4") && n <= 32) run.picture("network", network(run.strip()));
    if (!run.is("v7") || n < least_for_registers) return;
    const auto tile = tile_of(asked_shape(run, n));
    if (tile.tile_bits <= 6) run.picture("layouts", pbp::picture::draw(layouts(tile)));
}

}  // namespace bitonic
