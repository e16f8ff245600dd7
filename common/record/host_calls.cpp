// SPDX-License-Identifier: MIT
#include "common/record/host_calls.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace pbp {

namespace {

constexpr std::size_t most_alike =
    3;  ///< groups in a row of which only what differs is shown; more are counted

std::string line_of(const HostCall& call) {
    return fmt::format("{}{}({}){}", call.result.empty() ? "" : call.result + " = ", call.name,
                       call.arguments, call.times > 1 ? fmt::format("   {} times", call.times) : "");
}

bool alike(const HostGroup& one, const HostGroup& other) {
    return std::ranges::equal(one.calls, other.calls, {}, &HostCall::name, &HostCall::name);
}

}  // namespace

std::vector<std::string> in_words(const HostCalls& calls) {
    std::vector<std::string> lines;
    const auto& groups = calls.groups;
    for (std::size_t i = 0, in_a_row = 0; i < groups.size(); ++i) {
        const bool repeats = i > 0 && alike(groups[i - 1], groups[i]);
        in_a_row = repeats ? in_a_row + 1 : 0;
        if (in_a_row > most_alike) {
            auto last = i;
            while (last + 1 < groups.size() && alike(groups[last], groups[last + 1])) ++last;
            lines.push_back(last == i ? groups[i].title + ": the same calls again"
                                      : fmt::format("{} to {}: the same calls again, {} times",
                                                    groups[i].title, groups[last].title, last - i + 1));
            i = last;
            continue;
        }
        lines.push_back(groups[i].title + (repeats ? ": the same calls, but" : ""));
        bool differs = false;
        for (std::size_t k = 0; k < groups[i].calls.size(); ++k) {
            if (repeats && groups[i].calls[k] == groups[i - 1].calls[k]) continue;
            lines.push_back("  " + line_of(groups[i].calls[k]));
            differs = true;
        }
        if (repeats && !differs) lines.back() = groups[i].title + ": the same calls";
    }
    if (calls.left_out > 0)
        lines.push_back(
            fmt::format("{} more dispatches are not listed: choose a smaller --n", calls.left_out));
    return lines;
}

}  // namespace pbp
