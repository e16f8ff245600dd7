// SPDX-License-Identifier: MIT
#include "common/app/tuning.hpp"

namespace pbp {

void compare(TuningReport& report, const std::vector<Timing>& timings) {
    const auto ran = [&](std::size_t i) { return timings[i].median_ms > 0; };
    std::size_t best = report.rows.size(), own = best;
    for (std::size_t i = 0; i < report.rows.size(); ++i) {
        auto& row = report.rows[i];
        row.median_ms = timings[i].median_ms;
        row.spread_ms = timings[i].spread_ms;
        row.runs = timings[i].runs;
        if (!ran(i)) continue;
        row.elements_per_s = static_cast<double>(report.n) / row.median_ms * 1000;
        if (best == report.rows.size() || row.median_ms < timings[best].median_ms) best = i;
        if (row.own) own = i;
    }
    if (best == report.rows.size()) return;
    for (std::size_t i = 0; i < report.rows.size(); ++i) {
        if (!ran(i)) continue;
        if (own < report.rows.size()) report.rows[i].ratio = timings[own].median_ms / timings[i].median_ms;
        report.rows[i].best = i == best;
        report.rows[i].as_good = i != best && equal(timings[i], timings[best]);
    }
}

}  // namespace pbp
