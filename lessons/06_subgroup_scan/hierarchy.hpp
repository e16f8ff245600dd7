// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "common/lesson/run.hpp"
#include "common/picture/canvas/canvas.hpp"
#include "lessons/06_subgroup_scan/scan.hpp"

namespace scan {

/// A picture of the dispatch, its workgroups, subgroups and invocations, with the numbers of this run:
/// `local_size` invocations per workgroup, `lanes` per subgroup.
pbp::picture::Canvas draw_hierarchy(const pbp::Run& run, std::uint32_t local_size, std::uint32_t lanes);

/// The sentence under a version's strip.
std::string how_to_read(pbp::Operator by, const std::string& version);

/// The strip of a dispatch with subgroups of `lanes` lanes, and its hierarchy; 0: it uses no subgroups.
void draw(pbp::Run& run, std::uint32_t local_size, std::uint32_t lanes);

}  // namespace scan
