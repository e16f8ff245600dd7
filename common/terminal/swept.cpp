// SPDX-License-Identifier: MIT
#include "common/terminal/swept.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace pbp {

std::vector<std::string> in_words(const std::vector<SweptRun>& runs) {
    std::vector<std::uint32_t> sizes;
    std::vector<std::string> schedules;
    for (const auto& run : runs) {
        if (std::ranges::find(sizes, run.subgroup_size) == sizes.end()) sizes.push_back(run.subgroup_size);
        if (std::ranges::find(schedules, run.schedule) == schedules.end()) schedules.push_back(run.schedule);
    }
    std::ranges::sort(sizes);
    std::string head = fmt::format("{:<10}", "");
    for (const auto size : sizes) head += fmt::format(" {:>8}", fmt::format("sg {}", size));
    std::vector<std::string> lines{head};
    std::vector<std::string> problems;
    for (const auto& schedule : schedules) {
        std::string line = fmt::format("{:<10}", schedule);
        for (const auto size : sizes)
            for (const auto& run : runs)
                if (run.schedule == schedule && run.subgroup_size == size)
                    line += fmt::format(" {:>8}", run.outcome == "found"
                                                      ? fmt::format("found {}", run.problems.size())
                                                      : run.outcome);
        lines.push_back(line);
    }
    for (const auto& run : runs)
        for (const auto& problem : run.problems)
            if (std::ranges::find(problems, problem) == problems.end()) problems.push_back(problem);
    for (const auto& problem : problems) {
        std::string where;
        std::size_t count = 0;
        for (const auto& run : runs) {
            if (std::ranges::find(run.problems, problem) == run.problems.end()) continue;
            if (++count <= 3)
                where += fmt::format("{}sg {} {}", count == 1 ? "" : ", ", run.subgroup_size, run.schedule);
        }
        if (count == runs.size())
            where = "in all runs";
        else if (count > 3)
            where += fmt::format(" and {} more", count - 3);
        lines.push_back(fmt::format("{}: {}", where, problem));
    }
    const bool agree = std::ranges::all_of(runs, [&](const SweptRun& run) {
        return run.outcome == runs.front().outcome && run.problems == runs.front().problems;
    });
    if (agree) lines.push_back(fmt::format("all {} runs agree", runs.size()));
    return lines;
}

}  // namespace pbp
