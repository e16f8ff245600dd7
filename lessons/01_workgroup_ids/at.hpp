// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <glm/ext/vector_double3.hpp>
#include <string>
#include <string_view>

#include "common/base/error.hpp"
#include "lessons/01_workgroup_ids/ids.hpp"

/// The one invocation that a run follows (--at X,Y,Z), and the formula with its numbers filled in.
namespace ids {

inline std::string tuple(uvec3 v) {
    return fmt::format("({}, {}, {})", v.x, v.y, v.z);
}

/// Reads "X", "X,Y" or "X,Y,Z"; missing numbers are 0. Throws Error(wrong_usage).
inline uvec3 parse_at(std::string_view text) {
    uvec3 at{0};
    const char *next = text.data(), *end = text.data() + text.size();
    for (int axis = 0; axis < 3; ++axis) {
        const auto [rest, problem] = std::from_chars(next, end, at[axis]);
        if (problem != std::errc()) break;
        if (rest == end) return at;
        if (*rest != ',') break;
        next = rest + 1;
    }
    pbp::fail(pbp::ExitCode::wrong_usage, "--at takes one to three whole numbers, such as 13,5,1, not '{}'.",
              text);
}

/// Throws Error(wrong_usage) for text that no version could follow.
inline void check_at(const std::string& text) {
    if (text != "auto") parse_at(text);
}

/// The invocation to follow: the one the user names (a version uses one number per dimension), or, for
/// "auto", the one about three quarters along each side. Throws Error(wrong_usage) for an invocation that
/// owns no element.
inline uvec3 followed(const Dispatch& d, std::string_view text) {
    if (text == "auto") return uvec3(glm::dvec3(d.size - 1u) * 0.72);
    uvec3 at = parse_at(text);
    for (int axis = d.dimensions(); axis < 3; ++axis) at[axis] = 0;
    if (owns(d, at)) return at;
    std::string range;
    for (int axis = 0; axis < d.dimensions(); ++axis)
        range += fmt::format("{}{} 0 to {}", axis == 0 ? "" : ", ", "xyz"[axis], d.size[axis] - 1);
    pbp::fail(
        pbp::ExitCode::wrong_usage,
        "--at {}: {} has no element there; its {} elements are at {}, the last one at {}.", text, d.version,
        d.n, range,
        tuple({(d.n - 1) % d.size.x, (d.n - 1) / d.size.x % d.size.y, (d.n - 1) / d.size.x / d.size.y}));
}

/// The flat index of an element as a sum, e.g. "5 * 16 + 13 = 93".
inline std::string flat_sum(const Dispatch& d, uvec3 at) {
    const auto i = flat(at, d.size);
    if (d.dimensions() == 1) return fmt::format("{}", i);
    if (d.dimensions() == 2) return fmt::format("{} * {} + {} = {}", at.y, d.size.x, at.x, i);
    return fmt::format("({} * {} + {}) * {} + {} = {}", at.z, d.size.y, at.y, d.size.x, at.x, i);
}

/// The formula with the numbers of one invocation.
inline std::string formula(const Dispatch& d, uvec3 at) {
    return fmt::format(
        "gl_GlobalInvocationID = gl_WorkGroupID * gl_WorkGroupSize + gl_LocalInvocationID: {} = {} * {} + "
        "{}; flat index {}",
        tuple(at), tuple(at / d.local), tuple(d.local), tuple(at % d.local), flat_sum(d, at));
}

}  // namespace ids
