// SPDX-License-Identifier: MIT
#include "common/record/debug_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

namespace pbp {

namespace {

std::string id_in_words(const InvocationIds::Id& id, int dimensions) {
    if (dimensions == 1) return std::to_string(id[0]);
    return fmt::format("({})", fmt::join(std::span(id).first(static_cast<std::size_t>(dimensions)), ", "));
}

}  // namespace

InvocationIds ids_of(std::uint32_t flat, const InvocationIds::Id& groups, const InvocationIds::Id& size) {
    InvocationIds ids;
    std::uint64_t rest = flat;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::uint64_t extent = std::uint64_t{groups[axis]} * size[axis];
        ids.global[axis] = static_cast<std::uint32_t>(rest % extent);
        ids.local[axis] = ids.global[axis] % size[axis];
        ids.workgroup[axis] = ids.global[axis] / size[axis];
        if (extent > 1) ids.dimensions = static_cast<int>(axis) + 1;
        rest /= extent;
    }
    return ids;
}

std::string to_string(const InvocationIds& ids) {
    return fmt::format("global id {}, local id {}, workgroup {}", global_id(ids),
                       id_in_words(ids.local, ids.dimensions), id_in_words(ids.workgroup, ids.dimensions));
}

std::string invocation_in_words(const InvocationIds& ids) {
    return fmt::format("invocation {} of workgroup {}, global id {}", id_in_words(ids.local, ids.dimensions),
                       id_in_words(ids.workgroup, ids.dimensions), global_id(ids));
}

std::string global_id(const InvocationIds& ids) {
    return id_in_words(ids.global, ids.dimensions);
}

std::vector<std::string> in_words(const DebugReport& report) {
    std::size_t place = 0, who = 0;
    for (const auto& log : report.logs) {
        place = std::max(place, log.place.size());
        who = std::max(who, to_string(log.who).size());
    }
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < report.logs.size(); ++i) {
        const auto& log = report.logs[i];
        if (i == 0 || log.during != report.logs[i - 1].during) lines.push_back(log.during + ":");
        lines.push_back(fmt::format("  {:<{}}  {:<{}}  {} = {}", log.place, place, to_string(log.who), who,
                                    log.expression, log.value));
    }
    if (report.dropped_logs > 0)
        lines.push_back(
            fmt::format("… and {} more {} dropped: log from fewer invocations, or use a smaller --n",
                        report.dropped_logs, report.dropped_logs == 1 ? "was" : "were"));
    if (report.assertions_held > 0)
        lines.push_back(report.assertions_held == 1
                            ? "the assertion held"
                            : fmt::format("{} assertions held", report.assertions_held));
    for (const auto& call : report.unreached) lines.push_back("no invocation reached " + call);
    return lines;
}

}  // namespace pbp
