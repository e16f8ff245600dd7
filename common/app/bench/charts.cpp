// SPDX-License-Identifier: MIT
#include "common/app/bench/charts.hpp"

namespace pbp::bench {

std::uint64_t size_to_draw(const Ladder& ladder) {
    for (auto version = ladder.versions().rbegin(); version != ladder.versions().rend(); ++version) {
        std::uint64_t most = 0;
        for (const auto n : ladder.sizes())
            if (ladder.timed(*version, n) != nullptr && (n <= 1U << 26 || most == 0)) most = n;
        if (most > 0) return most;
    }
    return 0;
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
