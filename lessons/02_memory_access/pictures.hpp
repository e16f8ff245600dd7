// SPDX-License-Identifier: MIT
#pragma once

#include "common/lesson/run.hpp"
#include "common/picture/diagram/lane_map.hpp"
#include "lessons/02_memory_access/memory.hpp"
#include "lessons/02_memory_access/picture.hpp"

/// What the lesson checks and draws.
namespace memory {

/// What the first subgroup of a dispatch touched, as the device recorded it: one panel per access.
struct Maps {
    std::vector<pbp::picture::LanePanel> sectors;  ///< of buffers and pictures
    std::vector<pbp::picture::LanePanel> banks;    ///< of shared memory
    std::vector<std::string> counts;               ///< as sentences for the report
    Words pixels;    ///< that the first workgroup of v1 or v2 touched, one per invocation
    uvec2 group{0};  ///< items per workgroup, in x and y
};

/// The program of a launch with its uniforms set.
pbp::Program& program(pbp::Run& run, const Launch& launch);

/// Compares every address that an invocation touched with its CPU twin; keeps the maps if the run draws.
void check_addresses(pbp::Run& run, const Launch& launch, Maps& maps);

/// The panel of one access: `row` holds the word of every item; the first `lanes` items are a subgroup.
pbp::picture::LanePanel sector_panel(const Access& access, const Words& row, std::uint32_t lanes);
pbp::picture::LanePanel bank_panel(const Access& access, const Words& row, std::uint32_t lanes);

/// Draws the picture before and after, and the maps.
void draw(pbp::Run& run, const Picture& before, const Picture& after, const Maps& maps);

/// The version's numbers that were chosen, or its defaults.
inline pbp::Choice chosen(pbp::Run& run) {
    const auto own = own_choice(run.version());
    return {own.local_size > 0 ? run.local_size(own.local_size) : 0,
            own.per_invocation > 0 ? run.per_invocation(own.per_invocation) : 0};
}
/// The one dispatch of v1 or v2.
inline Launch launch_of(pbp::Run& run, uvec2 size) {
    return launches(run.version(), size, {}, chosen(run), run.gpu.limits()).front();
}

/// v3 to v6: the pixels as words of a buffer, copied or transposed.
void move(pbp::Run& run);

}  // namespace memory
