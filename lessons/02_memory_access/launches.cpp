// SPDX-License-Identifier: MIT
#include <cmath>

#include "common/lesson/version_names.hpp"
#include "lessons/02_memory_access/memory.hpp"

namespace memory {

namespace {

constexpr std::uint32_t tile = 32;  // side of the square that a workgroup of v4 to v6 transposes

/// Where an item is: workgroups row by row, and within each its items row by row.
struct Place {
    uvec2 workgroup, local;
};
Place place_of(std::uint32_t item, uvec2 group, std::uint32_t groups_across) {
    const std::uint32_t workgroup = item / (group.x * group.y), local = item % (group.x * group.y);
    return {{workgroup % groups_across, workgroup / groups_across}, {local % group.x, local / group.x}};
}

bool inside(uvec2 at, uvec2 size) {
    return at.x < size.x && at.y < size.y;
}

std::string text(std::uint32_t value) {
    return std::to_string(value);
}

Launch grey_launch(uvec2 size, bool columns, std::uint32_t local_size, const pbp::Limits& limits) {
    const auto side = static_cast<std::uint32_t>(std::lround(std::sqrt(local_size)));
    const uvec2 grey_group{side, side};
    const auto groups = pbp::groups_for(columns ? uvec2(size.y, size.x) : size, grey_group, limits);
    const auto word = [=](std::uint32_t item) -> std::optional<std::uint32_t> {
        const Place at = place_of(item, grey_group, groups.x);
        const uvec2 id = at.workgroup * grey_group + at.local, pixel = columns ? uvec2(id.y, id.x) : id;
        if (!inside(pixel, size)) return {};
        return pixel.y * size.x + pixel.x;
    };
    return {"grey",
            {{"LOCAL_X", text(grey_group.x)}, {"LOCAL_Y", text(grey_group.y)}},
            {{"size", size}},
            groups,
            grey_group,
            groups.x * groups.y * grey_group.x * grey_group.y,
            {{"pixels touched", "read and written: pixel.y * size.x + pixel.x", false, word}}};
}

Launch strided_copy(std::uint32_t n, std::uint32_t stride, std::uint32_t copy_group,
                    const pbp::Limits& limits) {
    auto groups = pbp::groups_for((n + stride - 1) / stride, copy_group, limits);
    groups.z = stride;
    const std::uint32_t invocations = groups.x * groups.y * copy_group;  // of one z
    const auto word = [=](std::uint32_t item) -> std::optional<std::uint32_t> {
        const std::uint32_t element = item % invocations * stride + item / invocations;
        if (element >= n) return {};
        return element;
    };
    const std::string with = ", stride " + text(stride);
    return {"copy" + with,
            {{"LOCAL_SIZE", text(copy_group)}},
            {{"n", n}, {"stride", stride}},
            groups,
            {copy_group, 1},
            invocations * stride,
            {{"elements touched" + with, "stride " + text(stride) + ": read and written", false, word}}};
}

/// Rows of the tile are `pitch` words apart; 0: there is no tile.
Launch transpose(uvec2 size, std::uint32_t pitch, std::uint32_t per_invocation, const pbp::Limits& limits) {
    const std::uint32_t columns = size.x, rows = size.y;
    const auto groups = pbp::groups_for(size, uvec2(tile), limits);
    const auto place = [=](std::uint32_t item) { return place_of(item, uvec2(tile), groups.x); };
    const auto source = [=](std::uint32_t item) { return place(item).workgroup * tile + place(item).local; };
    const auto target = [=](std::uint32_t item) {
        const Place at = place(item);
        return uvec2(at.workgroup.y, at.workgroup.x) * tile + at.local;
    };
    /// An access by the items for which `at` is a position within a matrix of this size.
    const auto access = [](std::string name, std::string caption, bool shared, auto at, uvec2 within,
                           auto word) {
        return Access{std::move(name), std::move(caption), shared,
                      [=](std::uint32_t item) -> std::optional<std::uint32_t> {
                          if (!inside(at(item), within)) return {};
                          return word(item);
                      }};
    };
    const auto read =
        access("addresses read", "read: from[source.y * columns + source.x]", false, source, size,
               [=](std::uint32_t item) { return source(item).y * columns + source(item).x; });
    Launch launch{"transpose",
                  {{"TILE", text(tile)}, {"LOCAL_ROWS", text(tile / per_invocation)}},
                  {{"columns", columns}, {"rows", rows}},
                  groups,
                  {tile, tile},
                  groups.x * groups.y * tile * tile,
                  {read}};
    if (pitch == 0) {
        launch.accesses.push_back(
            access("addresses written", "written: to[source.x * rows + source.y]", false, source, size,
                   [=](std::uint32_t item) { return source(item).x * rows + source(item).y; }));
        return launch;
    }
    const uvec2 turned{rows, columns};
    launch.accesses.push_back(access(
        "tile words written",
        fmt::format("written, a row: tile[place.y * PITCH + place.x], PITCH = {}", pitch), true, source, size,
        [=](std::uint32_t item) { return place(item).local.y * pitch + place(item).local.x; }));
    launch.accesses.push_back(access(
        "tile words read", fmt::format("read, a column: tile[place.x * PITCH + place.y], PITCH = {}", pitch),
        true, target, turned,
        [=](std::uint32_t item) { return place(item).local.x * pitch + place(item).local.y; }));
    launch.accesses.push_back(
        access("addresses written", "written: to[target.y * rows + target.x]", false, target, turned,
               [=](std::uint32_t item) { return target(item).y * rows + target(item).x; }));
    return launch;
}

}  // namespace

pbp::Knobs knobs(const std::string& version) {
    const int number = pbp::version_number(version);
    using pbp::LocalSizes;
    if (number < 3) return {LocalSizes::powers_of_four, {}, "an invocation turns one pixel grey"};
    if (number < 4) return {LocalSizes::any, {}, "an invocation copies one element"};
    if (number >= 7) return {LocalSizes::powers_of_two, {16, 32, 64}};
    return {LocalSizes::fixed, {1, 2, 4, 8, 16, 32}, "the tile is 32 x 32"};
}

pbp::Choice own_choice(const std::string& version) {
    const int number = pbp::version_number(version);
    if (number >= 7) return {256, 16};
    return number < 4 ? pbp::Choice{256, 0} : pbp::Choice{0, 4};
}

std::vector<Launch> launches(const std::string& version, uvec2 size,
                             const std::vector<std::uint32_t>& strides, const pbp::Choice& choice,
                             const pbp::Limits& limits) {
    const int number = pbp::version_number(version);
    if (number == 1) return {grey_launch(size, false, choice.local_size, limits)};
    if (number == 2) return {grey_launch(size, true, choice.local_size, limits)};
    if (number == 4) return {transpose(size, 0, choice.per_invocation, limits)};
    if (number == 5) return {transpose(size, tile, choice.per_invocation, limits)};
    if (number == 6) return {transpose(size, tile + 1, choice.per_invocation, limits)};
    if (number == 7) return {wide_transpose(size, choice.local_size, wide_tile(size, choice), limits)};
    std::vector<Launch> all;
    for (const std::uint32_t stride : strides)
        all.push_back(strided_copy(size.x * size.y, stride, choice.local_size, limits));
    return all;
}

}  // namespace memory
