// SPDX-License-Identifier: MIT
#include "common/tools/bench/charts.hpp"

#include <algorithm>

namespace pbp::bench {

std::uint64_t size_to_draw(const Ladder& ladder) {
    std::uint64_t best = 0;
    std::ptrdiff_t most = 0;
    for (const auto n : ladder.sizes()) {
        const auto rungs = std::ranges::count_if(
            ladder.versions(), [&](const auto& version) { return ladder.timed(version, n) != nullptr; });
        const bool better = rungs > most || (rungs == most && n > best);
        if (rungs > 0 && (best == 0 || (n <= 1U << 26 && (better || best > 1U << 26))))
            best = n, most = rungs;
    }
    return best;
}

std::vector<std::string> save_charts(const std::filesystem::path& folder, const Report& report) {
    std::vector<std::string> files;
    for (const auto& lesson : lessons_of(report)) {
        const Ladder ladder(report, lesson);
        const auto n = size_to_draw(ladder);
        if (n == 0) continue;
        const auto name = folder / folder_of(lesson);
        files.push_back(name.string() + "_ladder.png");
        picture::draw(ladder_chart(ladder, n)).save(files.back());
        files.push_back(name.string() + "_throughput.png");
        picture::draw(throughput_chart(ladder)).save(files.back());
    }
    return files;
}

}  // namespace pbp::bench
