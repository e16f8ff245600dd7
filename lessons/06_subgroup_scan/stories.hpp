// SPDX-License-Identifier: MIT
#pragma once

#include <bit>

#include "common/app/run.hpp"
#include "common/gpu/probe.hpp"
#include "lessons/06_subgroup_scan/scan.hpp"

namespace scan {

/// Throws Error(wrong_usage) for a --kind that there is not.
inline void check_kind(const std::string& word) {
    if (word != "inclusive" && word != "exclusive")
        pbp::fail(pbp::ExitCode::wrong_usage, "--kind knows no '{}'; choose inclusive or exclusive.", word);
}
/// What --kind asks for.
inline Kind kind_of(const pbp::Options& options) {
    return options.extra.at("--kind") == "exclusive" ? Kind::exclusive : Kind::inclusive;
}

/// What the driver's subgroups and waiting workgroups are like.
inline pbp::Probe probed(pbp::Run& run) {
    return pbp::probe(run.gpu, run.program(pbp::probe_shader, pbp::probe_defines()));
}

/// The trace of a dispatch over `data`; without passes (a scan of one element) it stays empty.
template <typename T>
pbp::Traced traced(const Launch& launch, const pbp::Buffer<T>& data) {
    return launch.passes.empty() ? pbp::Traced{} : passes_over(launch.passes.size(), data);
}

/// The largest n of a version whose workgroup has one or two elements an invocation.
inline std::uint64_t one_each(const pbp::Limits& limits) {
    return limits.workgroup_invocations;
}
inline std::uint64_t power_of_two(const pbp::Limits& limits) {
    return std::bit_floor(limits.workgroup_invocations);
}
inline std::uint64_t two_each(const pbp::Limits& limits) {
    return 2 * power_of_two(limits);
}

/// v4's story: any n, in dispatches that scan upwards and add downwards.
void three_passes(pbp::Run& run);
/// v5's story: any n, in one dispatch; three_passes where waiting workgroups starve.
void look_back(pbp::Run& run);

}  // namespace scan
