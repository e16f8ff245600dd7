// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>

#include "common/report/row_coder.hpp"

namespace pbp::page::test {

/// What a RowCoder is given for a row.
struct Row {
    RowHead head;
    record::Pass pass;
};

/// The array of a bitonic sort of n shuffled keys, pass by pass, with who compared what: at most `passes`.
inline std::vector<Row> sorted_rows(std::uint32_t n, std::size_t passes) {
    std::vector<double> keys(n);
    std::iota(keys.begin(), keys.end(), 0);
    std::ranges::shuffle(keys, std::mt19937(1));
    const auto row = [&](const std::string& label, std::size_t pass) {
        Row made;
        made.pass.name = label;
        made.pass.number = static_cast<std::int32_t>(pass);
        made.pass.values = keys;
        made.head.total = n;
        return made;
    };
    std::vector<Row> rows{row("input", 0)};
    rows[0].head.input = true;
    for (std::uint32_t again = 0; rows.size() <= passes; ++again)
        for (std::uint32_t block = 2; block <= n; block *= 2)
            for (std::uint32_t stride = block / 2; stride > 0 && rows.size() <= passes; stride /= 2) {
                std::vector<record::Link> links;
                std::vector<std::uint32_t> writers(n), lines(n, 32);
                for (std::uint32_t i = 0; i < n; ++i) {
                    if ((i & stride) != 0) continue;
                    const bool up = (i & block) == 0, swap = (keys[i] > keys[i + stride]) == up;
                    if (swap) std::swap(keys[i], keys[i + stride]);
                    using enum LinkKind;
                    links.push_back({i, i + stride,
                                     swap ? up ? swapped_ascending : swapped_descending
                                     : up ? ascending
                                          : descending});
                    writers[i] = writers[i + stride] = static_cast<std::uint32_t>(links.size());
                    lines[i + stride] = 33;
                }
                rows.push_back(row("block " + std::to_string(block) + ", stride " + std::to_string(stride),
                                   rows.size()));
                rows.back().pass.links = std::move(links);
                rows.back().pass.writers = std::move(writers);
                rows.back().pass.lines = std::move(lines);
                rows.back().head.dispatch = 0;
            }
    return rows;
}

/// Makes a cell differ from its twin.
inline void mark_wrong(Row& row, std::size_t cell, double expected) {
    auto twin = row.pass.values.doubles();
    twin[cell] = expected;
    row.pass.marks.assign(twin.size(), CellMark::plain);
    row.pass.marks[cell] = CellMark::wrong;
    row.pass.expected = std::move(twin);
}

inline Version version_of(const std::string& name, const std::vector<Row>& rows) {
    Version version;
    version.name = name;
    version.idea = "a sample";
    version.status = "right";
    version.passes = version.passes_checked = rows.size() - 1;
    RowCoder coder;
    for (const auto& row : rows)
        version.recorded.rows.push_back(coder.add(row.head, row.pass, version.recorded.bytes));
    return version;
}

/// A run in which every text tries to become markup.
inline Report hostile_report() {
    const std::string evil =
        "</script><script>document.documentElement.dataset.hacked='yes'</script>"
        "<img src=x onerror=\"document.documentElement.dataset.hacked='yes'\"> & \u2028 ' \" {{run}} <!--";
    Report report{.lesson = "05_" + evil,
                  .title = evil,
                  .element = evil,
                  .data = evil,
                  .renderer = evil,
                  .subgroups = evil,
                  .about = evil,
                  .began = evil,
                  .seconds = 1,
                  .problem = evil,
                  .versions = {}};
    auto rows = sorted_rows(8, 6);
    for (auto& row : rows) row.pass.name = evil;
    mark_wrong(rows.back(), 3, 77);
    auto version = version_of(evil, rows);
    version.idea = version.message = version.orders = version.time = evil;
    version.status = "wrong";
    version.notes = {evil};
    version.pictures = {evil};
    version.cause = {evil, evil, evil, {evil}};
    version.predicted = {.card = evil, .limit = evil, .fails = evil};
    version.recorded.dispatches = {{0, {1, 1, 1}, {4, 1, 1}, 4}};
    version.recorded.programs = {{evil, {{evil, evil + "\n" + evil}}}};
    version.recorded.line_notes = {{evil, 1, evil, evil}};
    version.recorded.line_counts = {{evil, 2, evil, 3}};
    version.recorded.caption = {{evil, evil, evil, 4, {0, 0, 0}, 0}};
    report.versions = {version};
    return report;
}

}  // namespace pbp::page::test
