// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/device/device.hpp"
#include "common/lesson/knobs.hpp"
#include "common/lesson/version_names.hpp"

/// The shape of each version's dispatch.
namespace ids {

using glm::uvec3;

/// One dispatch over n elements, stored row by row and slice by slice.
struct Dispatch {
    std::string version;
    std::uint32_t n = 0;
    std::uint32_t cells = 0;  ///< n plus a fence: room for what a shader without a bounds check would write
    uvec3 size{1};            ///< elements along x, y and z; the last row and the last slice may be short
    uvec3 local{1};           ///< gl_WorkGroupSize
    uvec3 groups{1};          ///< gl_NumWorkGroups

    uvec3 invocations() const { return groups * local; }
    int dimensions() const {
        const int number = pbp::version_number(version);
        return number == 2 || number == 3 ? number : 1;
    }
};

inline std::uint32_t ceil_div(std::uint64_t a, std::uint64_t b) {
    return static_cast<std::uint32_t>((a + b - 1) / b);
}

/// Columns, rows and slices for n elements: a line, a grid about 3 wide to 2 high, a volume about 8 x 4 x 1.
inline uvec3 shape(int dimensions, std::uint32_t n) {
    std::uint64_t unit = 1;
    if (dimensions == 2) {
        while (2 * unit * unit < 3ull * n) ++unit;
        const auto width = static_cast<std::uint32_t>(std::min<std::uint64_t>(unit, n));
        return {width, ceil_div(n, width), 1};
    }
    if (dimensions == 3) {
        while (32 * unit * unit * unit < n) ++unit;
        const auto width = static_cast<std::uint32_t>(std::min<std::uint64_t>(8 * unit, n));
        const auto height = std::min(static_cast<std::uint32_t>(4 * unit), ceil_div(n, width));
        return {width, height, ceil_div(n, static_cast<std::uint64_t>(width) * height)};
    }
    return {n, 1, 1};
}

/// Invocations per workgroup in one dimension: few, so that a picture can show several workgroups; doubled
/// only while the driver would reject that number of workgroups.
inline std::uint32_t local_size(std::uint32_t smallest, std::uint64_t n, const pbp::Limits& limits) {
    std::uint32_t local = smallest;
    while (ceil_div(n, local) > limits.workgroup_count.x && 2 * local <= limits.workgroup_invocations)
        local *= 2;
    return local;
}

/// A version's default number of invocations per workgroup.
inline std::uint32_t own_size(const std::string& version, std::uint32_t n, const pbp::Limits& limits) {
    const int number = pbp::version_number(version);
    if (number == 2) return 16;
    if (number == 3) return 32;
    return local_size(number == 4 ? 44 : number == 6 ? 16 : 8, n, limits);
}

/// The workgroup's size as defines of the version's shader: v2's is a square, v3's 4 x 4 x 2.
inline std::vector<pbp::glsl::Define> defines(const std::string& version, std::uint32_t invocations) {
    const int number = pbp::version_number(version);
    const auto side = std::to_string(std::lround(std::sqrt(invocations)));
    if (number == 2) return {{"LOCAL_X", side}, {"LOCAL_Y", side}};
    if (number == 3) return {{"LOCAL_X", "4"}, {"LOCAL_Y", "4"}, {"LOCAL_Z", "2"}};
    return {{"LOCAL_SIZE", std::to_string(invocations)}};
}

/// What can be tuned in a version.
inline pbp::Knobs knobs(const std::string& version) {
    const int number = pbp::version_number(version);
    using pbp::LocalSizes;
    if (number == 3) return {LocalSizes::fixed, {}, "its workgroup of 4 x 4 x 2 fits the picture"};
    return {number == 2 ? LocalSizes::powers_of_four : LocalSizes::any, {}, "an invocation owns one element"};
}

/// The largest n that one row of such workgroups covers and one buffer holds.
inline std::uint64_t largest_line(std::uint32_t smallest, const pbp::Limits& limits) {
    const std::uint64_t local = local_size(smallest, UINT32_MAX, limits);
    return std::min(limits.workgroup_count.x * local, limits.buffer_bytes / 4);
}

/// The limits of the versions with one dimension, in workgroups of 8 and of 44 invocations, and the reason.
inline constexpr const char* one_row = "one row of workgroups, and one buffer, must hold all elements";
inline const pbp::LargestN row_of_8{[](const pbp::Limits& limits) { return largest_line(8, limits); },
                                    one_row};
inline const pbp::LargestN row_of_44{[](const pbp::Limits& limits) { return largest_line(44, limits); },
                                     one_row};
inline const pbp::LargestN fenced_row{
    [](const pbp::Limits& limits) {
        return std::min(largest_line(8, limits),
                        limits.buffer_bytes / 4 - std::uint64_t{2} * limits.workgroup_invocations);
    },
    one_row};
inline const pbp::LargestN one_clock{
    [](const pbp::Limits& limits) { return std::min<std::uint64_t>(largest_line(16, limits), 1u << 20); },
    "all invocations queue for one clock"};

/// The shader that v5 runs next to its own, for its bounds check.
inline const std::vector<std::string> v1{"01_workgroup_ids/v1_linear.comp"};

/// Enough workgroups to cover n elements.
inline Dispatch dispatch(const std::string& version, std::uint32_t n, uvec3 local,
                         const pbp::Limits& limits) {
    Dispatch d{version, n, n, {}, local, {}};
    d.size = shape(d.dimensions(), n);
    for (int axis = 0; axis < 3; ++axis) d.groups[axis] = ceil_div(d.size[axis], local[axis]);
    const auto last = d.invocations() - 1u;
    const auto reached = (std::uint64_t{last.z} * d.size.y + last.y) * d.size.x + last.x + 1;
    d.cells =
        static_cast<std::uint32_t>(std::max<std::uint64_t>(n, std::min(reached, limits.buffer_bytes / 4)));
    return d;
}

/// The uniforms of the version's shader.
inline std::vector<std::pair<std::string, std::uint32_t>> uniforms(const Dispatch& d) {
    std::vector<std::pair<std::string, std::uint32_t>> all{
        {"n", d.n}, {"width", d.size.x}, {"height", d.size.y}};
    all.resize(static_cast<std::size_t>(d.dimensions()));
    return all;
}

}  // namespace ids
