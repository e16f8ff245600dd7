// SPDX-License-Identifier: MIT
#include "common/modes/tune/compare.hpp"

namespace pbp {

void compare(TuningReport& report, const std::vector<std::vector<double>>& elapsed_ms) {
    auto& rows = report.rows;
    std::size_t best = rows.size(), own = best;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (elapsed_ms[i].empty()) continue;
        const auto timing = timing_of(elapsed_ms[i]);
        rows[i].median_ms = timing.median_ms;
        rows[i].spread_ms = timing.spread_ms;
        rows[i].runs = timing.runs;
        rows[i].elements_per_s = static_cast<double>(report.n) / timing.median_ms * 1000;
        if (best == rows.size() || timing.median_ms < rows[best].median_ms) best = i;
        if (rows[i].own) own = i;
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (elapsed_ms[i].empty()) continue;
        if (own < rows.size()) rows[i].ratio = rows[own].median_ms / rows[i].median_ms;
        rows[i].best = i == best;
        rows[i].as_good = i != best && ratio_of(elapsed_ms[i], elapsed_ms[best]).equal();
    }
}

}  // namespace pbp
