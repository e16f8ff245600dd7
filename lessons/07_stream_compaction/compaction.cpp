// SPDX-License-Identifier: MIT
#include "lessons/07_stream_compaction/compaction.hpp"

#include <numeric>

#include "common/lesson/version_names.hpp"

namespace compaction {

namespace {

const std::string folder = "07_stream_compaction/";

/// Gives each of `places` the number that `got` holds there, if that is valid and not yet taken; the other
/// places then get the lowest numbers that are left. taken[i] is 0 if number i is free.
void assign_once(const Words& got, const Words& places, Words taken, Words& expected) {
    Words faulty;
    for (const auto place : places) {
        const auto number = got[place];
        if (number < taken.size() && taken[number] == 0)
            taken[expected[place] = number] = 1;
        else
            faulty.push_back(place);
    }
    std::uint32_t free = 0;
    for (const auto place : faulty) {
        while (taken[free] != 0) ++free;
        taken[expected[place] = free] = 1;
    }
}

}  // namespace

Words active(const Words& densities, std::uint32_t threshold) {
    Words flags(densities.size());
    for (std::size_t i = 0; i < flags.size(); ++i) flags[i] = densities[i] > threshold ? 1 : 0;
    return flags;
}

Words numbers(const Words& active) {
    Words all;
    for (std::uint32_t i = 0; i < active.size(); ++i)
        if (active[i] != 0) all.push_back(i);
    return all;
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
    Words expected(got.size(), untouched), slots(count_of(active)), taken(active.size());
    std::iota(slots.begin(), slots.end(), 0u);
    for (std::size_t i = 0; i < active.size(); ++i) taken[i] = active[i] == 0 ? 1 : 0;
    assign_once(got, slots, std::move(taken), expected);
    return expected;
}

Words any_slots(const Words& got, const Words& active) {
    Words expected = got, cells;
    for (std::uint32_t i = 0; i < got.size(); ++i)
        if (active[i] != 0) cells.push_back(i);
    assign_once(got, cells, Words(count_of(active), 0), expected);
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

pbp::Knobs knobs(const std::string& version) {
    const int number = pbp::version_number(version);
    using pbp::LocalSizes;
    if (number >= 4) return {LocalSizes::powers_of_two, scan::wide_choices, "", 1u << 18};
    return {number == 1 ? LocalSizes::any : LocalSizes::powers_of_two,
            {},
            "an invocation takes one cell",
            1u << 18};
}

scan::Launch one_each(const std::string& shader, const Voxels& voxels, std::uint32_t threshold,
                      std::uint32_t local_size, const pbp::Limits& limits) {
    return {folder + shader,
            {{"LOCAL_SIZE", std::to_string(local_size)}},
            {{"cells", voxels.n}, {"threshold", threshold}},
            pbp::groups_for(voxels.n, local_size, limits),
            {},
            0};
}

std::vector<scan::Launch> scans(std::uint32_t n, std::uint32_t block, const pbp::Limits& limits) {
    auto launches = scan::three_passes(n, scan::Kind::inclusive, block, limits);
    auto& last = launches.back().passes.front();
    last.name = "slots: " + last.name;
    return launches;
}

scan::Launch one_dispatch(const Voxels& voxels, std::uint32_t threshold, std::uint32_t tile,
                          const pbp::Limits& limits) {
    auto launch = scan::look_back(voxels.n, scan::Kind::exclusive, tile, limits);
    launch.shader = folder + "v3_one_pass.comp";
    launch.uniforms = {{"cells", voxels.n}, {"threshold", threshold}};
    launch.passes.back().name = "slots: " + launch.passes.back().name;
    return launch;
}

std::uint32_t wide_each(const std::string& version, std::uint32_t n, std::uint32_t lanes,
                        const pbp::DeviceInfo& info) {
    const auto each = scan::wide_each(n, lanes, info);
    return pbp::version_number(version) == 5 && info.software ? std::min(each, 16u) : each;
}

std::uint32_t wide_local_size(const std::string& version, std::uint32_t n, std::uint32_t each,
                              std::uint32_t lanes, const pbp::DeviceInfo& info) {
    const auto widest = pbp::version_number(version) == 5 ? 1024 : scan::widest(each);
    return scan::wide_local_size(n, each, widest, lanes, info);
}

scan::Launch wide_one_pass(const std::string& version, const Voxels& voxels, std::uint32_t threshold,
                           const scan::WideTile& tile, const pbp::Limits& limits) {
    auto launch = scan::wide_look_back(voxels.n, scan::Kind::exclusive, tile, limits);
    launch.shader = folder + version + ".comp";
    launch.uniforms = {{"threshold", threshold}};
    if (pbp::version_number(version) == 4)
        launch.uniforms.emplace_back("vectors", scan::whole_vectors(voxels.n) / 4);
    else
        launch.uniforms.emplace_back("cells", voxels.n);
    launch.passes.back().name = "slots: " + launch.passes.back().name;
    return launch;
}

}  // namespace compaction
