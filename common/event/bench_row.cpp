// SPDX-License-Identifier: MIT
#include "common/event/bench_row.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <tuple>

#include "common/base/error.hpp"
#include "common/event/bench_row_json.hpp"

namespace pbp::bench {

using nlohmann::json;

NLOHMANN_JSON_SERIALIZE_ENUM(Row::Status, {{Row::Status::right, "right"},
                                           {Row::Status::wrong, "wrong"},
                                           {Row::Status::left_out, "left out"}})
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Bounds::Sized, n, copy_us, read_us)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Time, median_us, spread_us, runs, back_to_back)
}  // namespace pbp::bench
namespace pbp {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Ratio, low, middle, high)
}  // namespace pbp
namespace pbp::bench {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Peer, name, version, hot, cold, ratio)

namespace {

/// nlohmann::json takes an unknown word for the first status, and -1 for a large number.
void check(const json& object) {
    const json known = {"right", "wrong", "left out"};
    if (std::ranges::find(known, object.at("status")) == known.end())
        fail(ExitCode::wrong_usage, "'status' is {}", object.at("status").dump());
    for (const char* key : {"n", "bytes_read", "bytes_written", "operations", "back_to_back"})
        if (!object.at(key).is_number_unsigned())
            fail(ExitCode::wrong_usage, "'{}' is {}", key, object.at(key).dump());
}

}  // namespace

void to_json(json& object, const Bounds& bounds) {
    object = {{"copy_gb_s", bounds.copy_gb_s},
              {"read_gb_s", bounds.read_gb_s},
              {"empty_dispatch_us", bounds.empty_dispatch_us},
              {"sizes", bounds.sizes}};
}

void from_json(const json& object, Bounds& bounds) {
    object.at("copy_gb_s").get_to(bounds.copy_gb_s);
    object.at("read_gb_s").get_to(bounds.read_gb_s);
    object.at("empty_dispatch_us").get_to(bounds.empty_dispatch_us);
    object.at("sizes").get_to(bounds.sizes);
}

void to_json(json& object, const Row& row) {
    object = {{"lesson", row.lesson},
              {"version", row.version},
              {"n", row.n},
              {"status", row.status},
              {"message", row.message},
              {"code", row.code},
              {"median_us", row.hot.median_us},
              {"spread_us", row.hot.spread_us},
              {"runs", row.hot.runs},
              {"back_to_back", row.hot.back_to_back},
              {"gb_per_s", row.gb_per_s()},
              {"bytes_read", row.work.bytes_read},
              {"bytes_written", row.work.bytes_written},
              {"operations", row.work.operations},
              {"cold", row.cold},
              {"peers", row.peers}};
    if (!row.date.empty()) object["date"] = row.date;
    if (row.peers.empty()) return;
    object["peer"] = row.peers.front().name;
    object["peer_median_us"] = row.peers.front().hot.median_us;
}

void from_json(const json& object, Row& row) {
    check(object);
    object.at("lesson").get_to(row.lesson);
    object.at("version").get_to(row.version);
    object.at("n").get_to(row.n);
    object.at("status").get_to(row.status);
    object.at("message").get_to(row.message);
    row.code = object.value("code", "");
    row.date = object.value("date", "");
    object.at("median_us").get_to(row.hot.median_us);
    object.at("spread_us").get_to(row.hot.spread_us);
    object.at("runs").get_to(row.hot.runs);
    object.at("back_to_back").get_to(row.hot.back_to_back);
    object.at("bytes_read").get_to(row.work.bytes_read);
    object.at("bytes_written").get_to(row.work.bytes_written);
    object.at("operations").get_to(row.work.operations);
    object.at("cold").get_to(row.cold);
    object.at("peers").get_to(row.peers);
}

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

std::string dates_in_words(const Report& report, const std::string& lesson, std::uint64_t n) {
    const auto whole = [&](const std::string& of, const std::string& date) {
        return std::ranges::all_of(report.rows, [&](const Row& row) {
            return row.lesson != of || (n != 0 && row.n != n) || row.date == date;
        });
    };
    // By date; v10 after v9: its number is longer.
    std::map<std::string, std::set<std::tuple<std::string, std::size_t, std::string>>> later;
    std::map<std::string, std::set<std::uint64_t>> sizes;  // of each date
    std::set<std::uint64_t> every;
    const bool all = lesson == "all";
    for (const auto& row : report.rows)
        if ((all || row.lesson == lesson) && (n == 0 || row.n == n)) {
            sizes[row.date].insert(row.n);
            every.insert(row.n);
            if (row.date.empty()) continue;
            if (whole(row.lesson, row.date)) {
                if (!all) return fmt::format("{}, the limits on {}", row.date, report.date);
                later[row.date].emplace(row.lesson, 0, "");
            } else {
                later[row.date].emplace(all ? row.lesson + " " : "", row.version.find('_'), row.version);
            }
        }
    auto words = report.date;
    for (const auto& [date, versions] : later) {
        std::vector<std::string> names;
        for (const auto& [of, length, version] : versions) names.push_back(of + version.substr(0, length));
        const auto& at = sizes[date];
        const bool one = at.size() == 1 && every.size() > 1 && std::has_single_bit(*at.begin());
        words += fmt::format("; {}{} on {}", fmt::join(names, ", "),
                             one ? fmt::format(" at 2^{}", std::countr_zero(*at.begin())) : "", date);
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
