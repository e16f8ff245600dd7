// SPDX-License-Identifier: MIT
#pragma once

#include "common/picture/diagram/grid.hpp"
#include "lessons/01_workgroup_ids/at.hpp"

/// What the lesson's pictures share: as much as is readable, around the invocation that is followed.
namespace ids {

/// Which workgroup owns which element, from what the GPU wrote: a line, a grid, or the slices of a volume.
pbp::picture::Canvas draw(const Dispatch& d, uvec3 at, const Words& workgroup, const Words& local_index);

/// That picture of a run, and the formula of the invocation that is followed.
inline void draw(pbp::Run& run, const Dispatch& d, uvec3 at, const pbp::Buffer<std::uint32_t>& workgroup,
                 const pbp::Buffer<std::uint32_t>& local_index) {
    run.note(formula(d, at));
    if (run.drawing()) run.picture("", draw(d, at, run.gpu.read(workgroup), run.gpu.read(local_index)));
}

/// Part of a side that is too long to be readable: at most `most` cells, whole units where possible, with
/// `at` among them.
struct Excerpt {
    Excerpt(std::uint32_t extent, std::uint32_t most, std::uint32_t at, std::uint32_t unit = 1) {
        const std::uint32_t step = unit <= most ? most / unit * unit : most;
        first = at / step * step;
        count = std::min(step, extent - first);
    }
    std::uint32_t first, count;
};

inline pbp::picture::Panel part_of(const std::string& title, const Excerpt& columns, const Excerpt& rows,
                                   uvec3 group = uvec3(0)) {
    return {title,
            static_cast<int>(columns.count),
            static_cast<int>(rows.count),
            static_cast<int>(columns.first % std::max(group.x, 1u) == 0 ? group.x : 0),
            static_cast<int>(rows.first % std::max(group.y, 1u) == 0 ? group.y : 0),
            {},
            columns.first,
            rows.first};
}

/// A sentence for a picture that leaves something out; empty for a complete one.
inline std::string unless_all(std::uint64_t shown, std::uint64_t all) {
    return shown == all ? "" : " Only the part around it is shown.";
}

inline std::string title(const Dispatch& d) {
    return fmt::format("01 workgroup ids, {}: {} elements, ", d.version, d.n);
}

inline std::string box(uvec3 v, int dimensions) {
    if (dimensions == 1) return std::to_string(v.x);
    return dimensions == 2 ? fmt::format("{} x {}", v.x, v.y) : fmt::format("{} x {} x {}", v.x, v.y, v.z);
}

inline std::string of_groups(const Dispatch& d) {
    return fmt::format("{} workgroup{} of {} invocations", box(d.groups, d.dimensions()),
                       d.groups == uvec3(1) ? "" : "s", box(d.local, d.dimensions()));
}

}  // namespace ids
