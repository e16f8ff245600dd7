// SPDX-License-Identifier: MIT
#include "lessons/07_stream_compaction/compaction.hpp"

#include <numeric>

namespace compaction {

namespace {

const std::string folder = "07_stream_compaction/";

/// The first i from `i` on for which taken[i] is 0.
std::size_t next_free(const Words& taken, std::size_t i) {
    while (i < taken.size() && taken[i] != 0) ++i;
    return i;
}

}  // namespace

Words active(const Words& densities, std::uint32_t threshold) {
    Words flags(densities.size());
    for (std::size_t i = 0; i < flags.size(); ++i) flags[i] = densities[i] > threshold ? 1 : 0;
    return flags;
}

Words previous(const Words& active) {
    Words answers(active.size(), 0);
    for (std::size_t i = 1; i < answers.size(); ++i) answers[i] = active[i - 1];
    return answers;
}

Words scattered(const Words& active, const Words& slots) {
    Words kept(active.size(), untouched);
    for (std::size_t i = 0; i < active.size(); ++i)
        if (active[i] != 0) kept[slots[i]] = static_cast<std::uint32_t>(i);
    return kept;
}

std::uint32_t count_of(const Words& active) {
    return std::accumulate(active.begin(), active.end(), 0u);
}

Words slots_from(const Words& kept, const Words& active) {
    Words slots(active.size(), untouched);
    const std::uint32_t count = count_of(active);
    for (std::uint32_t s = 0; s < count; ++s)
        if (kept[s] < slots.size() && active[kept[s]] != 0) slots[kept[s]] = s;
    return slots;
}

Words any_order(const Words& got, const Words& active) {
    const std::uint32_t count = count_of(active);
    Words expected(got.size(), untouched), placed(active.size(), 0), faulty;
    for (std::size_t i = 0; i < active.size(); ++i) placed[i] = active[i] == 0 ? 1 : 0;
    for (std::uint32_t s = 0; s < count; ++s) {
        if (got[s] < placed.size() && placed[got[s]] == 0)
            placed[expected[s] = got[s]] = 1;
        else
            faulty.push_back(s);
    }
    std::size_t missing = 0;
    for (const auto s : faulty) {
        missing = next_free(placed, missing);
        placed[missing] = 1;
        expected[s] = static_cast<std::uint32_t>(missing);
    }
    return expected;
}

Words any_slots(const Words& got, const Words& active) {
    Words expected = got, taken(count_of(active), 0), faulty;
    for (std::uint32_t i = 0; i < got.size(); ++i) {
        if (active[i] == 0) continue;
        if (got[i] < taken.size() && taken[got[i]] == 0)
            taken[got[i]] = 1;
        else
            faulty.push_back(i);
    }
    std::size_t free = 0;
    for (const auto i : faulty) {
        free = next_free(taken, free);
        taken[free] = 1;
        expected[i] = static_cast<std::uint32_t>(free);
    }
    return expected;
}

std::uint32_t out_of_order(const Words& kept, const Words& active) {
    std::uint32_t slot = 0, wrong = 0;
    for (std::uint32_t i = 0; i < active.size(); ++i)
        if (active[i] != 0) wrong += kept[slot++] != i ? 1 : 0;
    return wrong;
}

std::vector<pbp::CellMark> only(const Words& active) {
    std::vector<pbp::CellMark> marks(active.size(), pbp::CellMark::plain);
    for (std::size_t i = 0; i < marks.size(); ++i)
        if (active[i] == 0) marks[i] = pbp::CellMark::absent;
    return marks;
}

scan::Launch one_each(const std::string& shader, const Voxels& voxels, std::uint32_t threshold,
                      const pbp::Limits& limits) {
    const std::uint32_t local_size = local_size_for(voxels.n);
    return {folder + shader,
            {{"LOCAL_SIZE", std::to_string(local_size)}},
            {{"cells", voxels.n}, {"threshold", threshold}},
            pbp::groups_for(voxels.n, local_size, limits),
            0,
            {}};
}

std::vector<scan::Launch> scans(std::uint32_t n, std::uint32_t most, const pbp::Limits& limits) {
    auto launches = scan::three_passes(n, scan::Kind::inclusive, most, limits);
    auto& last = launches.back().passes.front();
    last.name = "slots: " + last.name;
    return launches;
}

scan::Launch one_dispatch(const Voxels& voxels, std::uint32_t threshold, std::uint32_t most,
                          const pbp::Limits& limits) {
    auto launch = scan::look_back(voxels.n, scan::Kind::exclusive, most, limits);
    launch.shader = folder + "v3_one_pass.comp";
    launch.uniforms = {{"cells", voxels.n}, {"threshold", threshold}};
    launch.passes.back().name = "slots: " + launch.passes.back().name;
    return launch;
}

}  // namespace compaction
