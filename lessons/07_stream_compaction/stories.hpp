// SPDX-License-Identifier: MIT
#pragma once

#include "common/lesson/run.hpp"
#include "lessons/06_subgroup_scan/stories.hpp"
#include "lessons/07_stream_compaction/compaction.hpp"

/// What the versions' stories share, and the stories that are not in main.cpp.
namespace compaction {

/// The shaders of lesson 06 that v2 runs as well.
inline const std::vector<std::string> its_scan{"06_subgroup_scan/v4_three_passes.comp",
                                               "06_subgroup_scan/parts/v4_add.comp"};

/// The densities that were asked for, one per cell.
inline Words densities(pbp::Run& run) {
    if (own_data(run.options)) return run.input<std::uint32_t>();
    const auto voxels = voxels_of(run.options);
    run.shape({voxels.edge, voxels.edge, scan::parts_of(voxels.n, voxels.slice())});
    return densities(run.options.extra.at("--shape"), voxels, run.options.seed);
}

inline std::uint32_t threshold_of(const pbp::Run& run) {
    return threshold_of(run.options);
}
inline scan::Launch one_each(pbp::Run& run, const std::string& shader) {
    return one_each(shader, voxels_of(run.options), threshold_of(run), run.local_size(local_size_for(run.n)),
                    run.gpu.limits());
}

/// v1 again and again: runs `append` some more times, checks each outcome as a set, reports how the orders
/// differ, and returns the kept cells of the outcome that is most out of order.
Words most_disordered(pbp::Run& run, const Words& active, pbp::Buffer<std::uint32_t>& kept,
                      const std::function<void()>& append);

/// What v2 to v5 report when all is right.
std::string kept_in_order(const Words& active);

/// v2's story: how many are before me, by a scan, and then the scatter.
void scan_then_scatter(pbp::Run& run);
/// v3's story: all in one dispatch; v2's story if waiting workgroups starve.
void one_pass(pbp::Run& run);
/// v4's story: the same in wide tiles.
void wide_one_pass(pbp::Run& run);

}  // namespace compaction
