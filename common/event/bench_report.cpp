// SPDX-License-Identifier: MIT
#include "common/event/bench_report.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "common/base/error.hpp"
#include "common/event/bench_row_json.hpp"

namespace pbp::bench {

using nlohmann::json;

double limit_us(const Report& report, const Row& row) {
    if (report.software) return 0;
    const auto read = static_cast<double>(row.work.bytes_read),
               written = static_cast<double>(row.work.bytes_written);
    const auto& bounds = report.bounds;
    const bool reads = written * 64 < read;
    double rate = (reads ? bounds.read_gb_s : bounds.copy_gb_s) * 1e3;  // bytes a microsecond
    for (const auto& sized : bounds.sizes)
        if (sized.n == row.n)
            rate = static_cast<double>(sized.n) * (reads ? 4 / sized.read_us : 8 / sized.copy_us);
    return rate > 0 ? std::max((read + written) / rate, bounds.empty_dispatch_us) : 0;
}

double share_of_limit(const Report& report, const Row& row) {
    return row.hot.median_us > 0 ? std::min(1.0, limit_us(report, row) / row.hot.median_us) : 0;
}

std::string dates_in_words(const Report& report, const std::string& lesson) {
    std::map<std::string, std::set<std::pair<std::size_t, std::string>>>
        later;  // v10 after v9: longer number
    for (const auto& row : report.rows)
        if (!row.date.empty() && (lesson == "all" || row.lesson == lesson))
            later[row.date].emplace(row.version.find('_'), row.version);
    auto words = report.date;
    for (const auto& [date, versions] : later) {
        for (const auto& version : versions) words += ", " + version.second;
        words += " on " + date;
    }
    return words;
}

std::string to_json(const Report& report) {
    // Text from drivers need not be UTF-8; JSON must be.
    return json{{"device", report.device},     {"driver", report.driver},           {"date", report.date},
                {"software", report.software}, {"cub_version", report.cub_version}, {"limits", report.bounds},
                {"rows", report.rows}}
               .dump(1, ' ', false, json::error_handler_t::replace) +
           "\n";
}

Report from_json(const std::string& text, const std::string& file) {
    try {
        const json document = json::parse(text);
        Report report;
        document.at("device").get_to(report.device);
        document.at("driver").get_to(report.driver);
        document.at("date").get_to(report.date);
        document.at("software").get_to(report.software);
        document.at("cub_version").get_to(report.cub_version);
        document.at("limits").get_to(report.bounds);
        document.at("rows").get_to(report.rows);
        return report;
    } catch (const std::exception& problem) {
        fail(ExitCode::wrong_usage, "{}: not a bench report ({}); ./learn bench --json writes one.", file,
             problem.what());
    }
}

}  // namespace pbp::bench
