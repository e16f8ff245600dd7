// SPDX-License-Identifier: MIT
#include "common/app/bench/report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/error.hpp"

namespace pbp::bench {

using nlohmann::json;
NLOHMANN_JSON_SERIALIZE_ENUM(Row::Status, {{Row::Status::right, "right"},
                                           {Row::Status::wrong, "wrong"},
                                           {Row::Status::left_out, "left_out"}})
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Bounds, copy_gb_s, read_gb_s, empty_dispatch_us)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Work, bytes_read, bytes_written, operations)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Time, median_us, spread_us, runs, back_to_back)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Peer, name, version, hot, cold)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Row, lesson, version, n, status, message, work, hot, cold,
                                                peers)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Report, device, driver, date, software, cub_version, bounds,
                                                rows)

double share_of_limit(const Report& report, const Row& row) {
    if (report.software || row.hot.median_us <= 0) return 0;
    const bool reads = row.work.bytes_written * 64 < row.work.bytes_read;
    const double rate = reads ? report.bounds.read_gb_s : report.bounds.copy_gb_s;
    if (rate <= 0) return 0;
    const auto bytes = static_cast<double>(row.work.bytes_read + row.work.bytes_written);
    const double least_us = std::max(bytes * 1e-3 / rate, report.bounds.empty_dispatch_us);
    return std::min(1.0, least_us / row.hot.median_us);
}

std::string to_json(const Report& report) {
    return json(report).dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

Report from_json(const std::string& text, const std::string& file) {
    try {
        return json::parse(text).get<Report>();
    } catch (const json::exception& problem) {
        fail(ExitCode::wrong_usage, "{}: is no report of a bench: {}", file, problem.what());
    }
}

}  // namespace pbp::bench
