// SPDX-License-Identifier: MIT
#include <bit>
#include <cmath>

#include "common/lesson/version_names.hpp"
#include "lessons/05_bitonic_sort/launch_parts.hpp"

namespace bitonic {

Launch in_registers(const std::vector<Pass>& some, std::uint32_t n, const pbp::Limits& limits) {
    const auto steps = static_cast<std::uint32_t>(some.size());
    return {folder + "v6_registers.comp",
            {define("LOCAL_SIZE", far_local_size), define("STEPS", steps)},
            {{"invocations", n >> steps}, {"block", some.back().block}, {"stride", some.back().stride}},
            pbp::groups_for(n >> steps, far_local_size, limits),
            some};
}

namespace {

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

/// Sorts or merges each tile in shared memory: blocks from `first` to `last`, strides below the tile.
Launch in_tiles(std::uint32_t first, std::uint32_t last, std::uint32_t n, std::uint32_t tile,
                const pbp::Limits& limits) {
    return {folder + "v5_shared_tail.comp",
            {define("LOCAL_SIZE", tile / 2)},
            {{"first_block", first}, {"last_block", last}, {"tiles", n / tile}},
            pbp::groups_for(n / 2, tile / 2, limits),
            first == last ? strides(first, tile / 2, 1) : passes(last)};
}

Launch transposed(std::uint32_t columns, std::uint32_t rows, std::uint32_t tile, const pbp::Limits& limits) {
    Pass pass;
    pass.columns = columns;
    pass.columns_after = rows;
    return {folder + "v4_transpose.comp",
            {define("TILE", tile)},
            {{"columns", columns}, {"rows", rows}},
            pbp::groups_for({columns, rows}, glm::uvec2(tile), limits),
            {pass},
            true,
            true};
}

/// Sorts within the rows of a matrix stored row after row: the given passes, all with strides below
/// `columns`.
Launch in_rows(std::vector<Pass> some, std::uint32_t columns, std::uint32_t rows) {
    const Pass &first = some.front(), &last = some.back();
    return {folder + "parts/v4_rows.comp",
            {define("LOCAL_SIZE", columns / 2)},
            {{"first_block", first.block}, {"last_block", last.block}, {"index_mask", first.index_mask}},
            pbp::Groups{rows, 1, 1},
            some};
}

std::vector<Launch> transposing(std::uint32_t n, std::uint32_t tile, const pbp::Limits& limits) {
    const std::uint32_t columns = columns_for(n), rows = n / columns;
    std::vector<Launch> all{in_rows(passes(columns), columns, rows)};
    for (std::uint64_t block = 2ull * columns; block <= n; block *= 2) {
        all.push_back(transposed(columns, rows, tile, limits));
        // A stride of whole rows is now a stride within a row: divided by the row's length.
        std::vector<Pass> turned;
        for (const Pass& pass : strides(static_cast<std::uint32_t>(block), n / 2, columns))
            turned.push_back({pass.block / columns, pass.stride / columns, rows - 1});
        all.push_back(in_rows(turned, rows, columns));
        all.push_back(transposed(rows, columns, tile, limits));
        all.push_back(in_rows(strides(static_cast<std::uint32_t>(block), columns / 2, 1), columns, rows));
    }
    return all;
}

/// Tiles in shared memory, one pair per invocation, and between them the passes whose strides are longer
/// than a tile: in registers, or, if an invocation takes only a pair, one pass per dispatch.
std::vector<Launch> tiled(std::uint32_t n, const Shape& shape, const pbp::Limits& limits) {
    const std::uint32_t tile = 2 * shape.local_size;
    if (tile > n)
        pbp::fail(pbp::ExitCode::wrong_usage,
                  "A tile of {} keys, two per invocation, is larger than the {} keys to sort; give a smaller "
                  "--local-size.",
                  tile, n);
    const auto most = static_cast<std::uint32_t>(std::countr_zero(shape.keys));  // passes per dispatch
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

}  // namespace

Shape shape_of(const std::string& version, std::uint32_t n, const pbp::Limits& limits, bool software) {
    const int number = pbp::version_number(version);
    if (version == "v4_transpose") return {256, 2};
    if (version == "v5_shared_tail") return {tile_for(n, limits) / 2, 2};
    if (version == "v6_registers") return {tile_for(n, limits) / 2, 16};
    if (number >= 7 && n >= least_for_registers)
        return register_shape(n, number < 8 ? 4 : 8, limits, software);
    if (number >= 7) return {tile_for(n, limits) / 2, 4};
    return {256, 2};
}

pbp::Knobs knobs(const std::string& version) {
    const int number = pbp::version_number(version);
    using pbp::LocalSizes;
    constexpr std::uint32_t n = 1u << 16;
    const char* pair = "an invocation takes a pair";
    if (number < 3) return {LocalSizes::fixed, {}, "its one workgroup follows from n"};
    if (number < 4) return {LocalSizes::any, {}, pair, n};
    if (number < 5) return {LocalSizes::powers_of_four, {}, "a row's workgroup follows from n", n};
    if (number < 6) return {LocalSizes::powers_of_two, {}, pair, n};
    return {LocalSizes::powers_of_two, {4, 8, 16, 32}, "", number < 7 ? n : 1u << 20};
}

std::vector<Launch> launches(const std::string& version, std::uint32_t n, const pbp::Limits& limits) {
    return launches(version, shape_of(version, n, limits), n, limits);
}

std::vector<Launch> launches(const std::string& version, const Shape& shape, std::uint32_t n,
                             const pbp::Limits& limits) {
    const int number = pbp::version_number(version);
    if (version == "v1_shared") return {in_one_workgroup("v1_shared.comp", n, n / 2)};
    if (version == "v2_pick") return {in_one_workgroup("v2_pick.comp", n, n)};
    if (version == "v4_transpose")
        return transposing(n, static_cast<std::uint32_t>(std::lround(std::sqrt(shape.local_size))), limits);
    if (number >= 7 && n >= least_for_registers) return in_register_tiles(n, shape, number >= 8, limits);
    if (number >= 5) return tiled(n, shape, limits);
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
    for (auto& launch : all)
        for (auto& pass : launch.passes) pass.order = pbp::order_of(run.options);
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
