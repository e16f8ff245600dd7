// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <string>

#include "common/device/probe.hpp"
#include "common/lesson/knobs.hpp"
#include "common/lesson/lesson.hpp"
#include "common/lesson/run.hpp"
#include "common/picture/canvas/canvas.hpp"
#include "lessons/06_subgroup_scan/look_back.hpp"
#include "lessons/06_subgroup_scan/scan.hpp"

namespace scan {

/// Throws Error(wrong_usage) for an unknown --kind.
inline void check_kind(const std::string& word) {
    if (word != "inclusive" && word != "exclusive")
        pbp::fail(pbp::ExitCode::wrong_usage, "--kind: unknown value '{}'; choose inclusive or exclusive.",
                  word);
}
inline const pbp::LessonOption kind_option{
    "--kind", "KIND", "inclusive, or exclusive: without the element itself", "inclusive", check_kind};
/// What --kind asks for.
inline Kind kind_of(const pbp::Options& options) {
    return options.extra.at("--kind") == "exclusive" ? Kind::exclusive : Kind::inclusive;
}

/// The CPU's scan of a run's input, one element after another.
Words sums(const pbp::Run& run);
/// Ends the work: the buffer begins with those.
void outcome(pbp::Run& run, const pbp::Buffer<std::uint32_t>& buffer);

/// The one dispatch of v1, v2 or v3 in a run, with names that fit its operator.
inline Launch one_workgroup(const pbp::Run& run, std::uint32_t subgroup_size) {
    return in_words_of(pbp::operator_of(run.options),
                       one_workgroup(run.version(), run.n, kind_of(run.options), subgroup_size));
}

/// The driver's subgroups, and whether its waiting workgroups let others progress.
inline pbp::Probe probed(pbp::Run& run) {
    return pbp::probe(run.gpu, run.program(pbp::probe_shader, pbp::probe_defines()));
}

/// Why a version that looks back cannot run.
inline constexpr const char* starved = "on this driver, a waiting workgroup keeps the others from running";

/// The trace of a dispatch over `data`; empty if there are no passes (a scan of one element).
template <typename T>
pbp::Traced traced(const Launch& launch, const pbp::Buffer<T>& data) {
    return launch.passes.empty() ? pbp::Traced{} : passes_over(launch.passes.size(), data);
}

/// The largest n of versions with one workgroup: one element per invocation, either any number of them or a
/// power of two, or two elements per invocation.
inline const pbp::LargestN one_each{
    [](const pbp::Limits& limits) { return std::uint64_t{limits.workgroup_invocations}; }, "one workgroup"};
inline const pbp::LargestN power_of_two{
    [](const pbp::Limits& limits) { return std::uint64_t{std::bit_floor(limits.workgroup_invocations)}; },
    "one workgroup"};
inline const pbp::LargestN two_each{
    [](const pbp::Limits& limits) { return std::uint64_t{2} * std::bit_floor(limits.workgroup_invocations); },
    "one workgroup"};

/// Runs the dispatches of three_passes() over `values`, checking each pass against the twin, which holds the
/// same values; calls `seen` with each pass and the buffer that it changed.
void scan_levels(pbp::Run& run, const std::vector<Launch>& launches, pbp::Buffer<std::uint32_t>& values,
                 Twin& twin,
                 const std::function<void(const Pass&, const pbp::Buffer<std::uint32_t>&)>& seen = {});

/// The buffers through which the tiles of one dispatch look back (shaders/common/look_back.glsl and
/// wide_look_back.glsl).
class Tiles {
  public:
    /// Whether a dispatch needs a state of zeros, or continues with what the last one left.
    enum class State : std::uint8_t { cleared, lasting };
    Tiles(pbp::Run& run, std::uint32_t tiles, State kind = State::cleared);

    /// Clears the state before a dispatch if it needs that, and sets its weather.
    void begin(pbp::Run& run, pbp::Program& program, const Weather& weather);
    /// True after a dispatch in which no workgroup gave up: its results are valid. A timed run does not
    /// check.
    bool finished(pbp::Run& run) const;
    /// Checks the record of a dispatch; `prefixes` are the sums of what is before each tile.
    void check(pbp::Run& run, const Weather& weather, const Words& prefixes) const;

    pbp::Buffer<std::uint32_t> state, record;

  private:
    State kind_;
};

/// A dispatch of wide_look_back.glsl; in a run that checks, with the weather that its tiles must withstand.
Launch in_weather(const pbp::Run& run, Launch launch);

/// v4's story: any n, in dispatches that scan upwards and add downwards.
void three_passes(pbp::Run& run);
/// v5's story: any n, in one dispatch; three_passes where waiting workgroups starve.
void look_back(pbp::Run& run);
/// v6's story: the same in wide tiles.
void wide_look_back(pbp::Run& run);

/// A picture of the dispatch, its workgroups, subgroups and invocations, with the numbers of this run:
/// `local_size` invocations per workgroup, `lanes` per subgroup.
pbp::picture::Canvas draw_hierarchy(const pbp::Run& run, std::uint32_t local_size, std::uint32_t lanes);

/// The sentence under a version's strip.
std::string how_to_read(pbp::Operator by, const std::string& version);

/// The strip of a dispatch with subgroups of `lanes` lanes, and its hierarchy; 0: it uses no subgroups.
void draw(pbp::Run& run, std::uint32_t local_size, std::uint32_t lanes);

}  // namespace scan
