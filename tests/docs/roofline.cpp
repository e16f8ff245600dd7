// SPDX-License-Identifier: MIT
// docs/performance.md has a roofline of each lesson that has counts:
//   <!-- chart: roofline_03.png -->     what its versions do per byte and how fast
// from tests/sim/counts_h200.json, docs/data/bench-h200.json and docs/data/card-h200.json.
// PBP_UPDATE_FIGURES=1 draws those that are no longer right.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "common/lesson/version_names.hpp"
#include "common/modes/bench/names.hpp"
#include "common/picture/chart/chart.hpp"
#include "common/sim/reported/card.hpp"
#include "common/terminal/tables.hpp"
#include "common/tools/bench/charts.hpp"
#include "tests/docs/bench_section.hpp"
#include "tests/docs/notes.hpp"
#include "tests/docs/pictures.hpp"
#include "tests/support/folder.hpp"

using namespace pbp::docs;
using namespace pbp::picture;
namespace sim = pbp::sim;

namespace {

/// A roofline shows nothing of dispatches, which bound shorter work.
constexpr std::uint64_t n = 1u << 24;

/// Of one version, all of its dispatches together.
struct Work {
    std::string version;
    double instructions = 0, bytes = 0, us = 0;
    double per_byte() const { return instructions / bytes; }
    double per_ns() const { return instructions / us / 1e3; }
};

/// By lesson, in the order of their ladders.
std::map<std::string, std::vector<Work>> counted() {
    std::map<std::string, std::vector<Work>> all;
    const auto rows = nlohmann::json::parse(pbp::test::read_text(root / "tests/sim/counts_h200.json"));
    for (const auto& row : rows) {
        if (row.at("n") != n) continue;
        const std::string lesson = row.at("lesson");
        Work work{.version = row.at("version")};
        for (const auto& program : row.at("programs")) {
            const auto number = [&](const char* name) { return program.value(name, 0.0); };
            work.instructions += number("work");
            work.bytes +=
                32 * (number("loaded_once") + number("stored_once")) + number("image_bytes");  // sectors
        }
        work.us = sim::measured_us("h200", lesson, work.version, n);
        REQUIRE(work.us > 0);
        all[lesson].push_back(work);
    }
    return all;
}

/// "v1 to v3" for v1, v2, v3.
std::string in_words(const std::vector<std::string>& names) {
    std::string words;
    for (std::size_t i = 0, end = 0; i < names.size(); i = end) {
        const auto number = [&](std::size_t k) { return pbp::version_number(names[k]); };
        for (end = i + 1; end < names.size() && number(end) == number(end - 1) + 1;) ++end;
        words += (i == 0 ? "" : ", ") + names[i];
        if (end > i + 1) words += (end > i + 2 ? " to " : ", ") + names[end - 1];
    }
    return words;
}

/// What was measured at n.
const pbp::bench::Report& timed() {
    static const auto report = [] {
        const auto benches = measured();
        auto all = std::ranges::find(benches, "h200", &Measured::machine)->report;
        std::erase_if(all.rows, [&](const auto& row) { return row.n != n || row.hot.median_us <= 0; });
        return all;
    }();
    return report;
}

/// The versions without a mark: none has a time there. One with a time must be counted.
std::string not_shown(const std::string& lesson, const std::vector<Work>& ladder) {
    for (const auto& row : timed().rows)
        CHECK((row.lesson != lesson || std::ranges::count(ladder, row.version, &Work::version) == 1));
    const auto names = pbp::bench::Ladder(timed(), lesson).left_out();
    return names.empty() ? "" : fmt::format(" Not shown: {} (not measured at 2^24).", in_words(names));
}

/// Within 4 % of each other on both axes: their marks would cover each other.
bool in_one_place(const Work& a, const Work& b) {
    return std::abs(std::log(a.per_byte() / b.per_byte())) < 0.04 &&
           std::abs(std::log(a.per_ns() / b.per_ns())) < 0.04;
}

Chart roofline(const std::string& lesson, const std::vector<Work>& ladder, const sim::Card& card) {
    const double ridge = card.instructions_per_ns / card.load_bytes_per_ns;
    double low = ridge / 2, high = ridge * 2;
    Chart chart;
    auto title = pbp::bench::folder_of(lesson);
    std::ranges::replace(title, '_', ' ');
    chart.title = title + ": roofline";
    chart.notes = {fmt::format(
        "{}, 2^24 elements: times as measured there, bytes and instructions as the simulator counts them, "
        "a division as 20.",
        card.name)};
    chart.x = {"instructions per byte of memory (logarithmic)", AxisScale::log10};
    chart.y = {"instructions per nanosecond, each once per subgroup (logarithmic)", AxisScale::log10};
    Curve path{.name = "", .points = {}, .style = CurveStyle::path};
    const pbp::bench::Ladder measured(timed(), lesson);
    const Work* before = nullptr;
    for (const auto& work : ladder) {
        const auto task = [&](const Work& one) { return measured.timed(one.version, n)->work; };
        if (before != nullptr && !measured.same_work(task(*before), task(work)))
            path.points.push_back({work.per_byte(), 0});  // a gap
        const auto time = pbp::duration(work.us / 1e3);
        const auto last = std::exchange(before, &work);
        if (last != nullptr && in_one_place(*last, work)) {
            auto& shared = chart.curves.back();
            CHECK(shared.name == fmt::format("{}: {}", last->version, time));
            shared.name = fmt::format("{}, {}: {}", last->version, work.version, time);
            if (&work == &ladder.back()) shared.style = CurveStyle::stressed;
            continue;
        }
        path.points.push_back({work.per_byte(), work.per_ns()});
        low = std::min(low, work.per_byte() / 1.5);
        high = std::max(high, work.per_byte() * 1.5);
        chart.curves.push_back({fmt::format("{}: {}", work.version, time),
                                {{work.per_byte(), work.per_ns()}},
                                &work == &ladder.back() ? CurveStyle::stressed : CurveStyle::solid});
    }
    const auto slope = [&](double x) { return ChartPoint{x, x * card.load_bytes_per_ns}; };
    auto memory = slope(std::sqrt(low * ridge));
    memory.label = fmt::format("memory: {:.0f} GB/s", card.load_bytes_per_ns);
    ChartPoint level{high, card.instructions_per_ns};
    level.label = fmt::format("instructions: {:.0f} per ns", card.instructions_per_ns);
    chart.curves.push_back({"", {slope(low), memory, slope(ridge), level}, CurveStyle::bound});
    chart.curves.push_back(path);
    chart.how_to_read =
        "Each mark is a version, with its time; two in one place share a mark. An arrow leads "
        "around marks to the next one that has the same task, where there is room. Higher is not faster: "
        "see the times. " +
        pbp::bench::other_tasks_in_words(timed(), lesson, measured.counts_keys()) +
        "The dashed roofs are what the GPU can do; the slope is reading alone, and a kernel that also writes "
        "stays below it. At a roof, only fewer bytes or fewer instructions make a version faster; far below "
        "both, it waits for something else.";
    chart.how_to_read += not_shown(lesson, ladder);
    return chart;
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("the roofline: every lesson's chart is what the counts, the times and the card give") {
        const auto card = sim::read_card("h200");
        const auto all = counted();
        CHECK(all.size() == 6);
        const auto page = pbp::test::read_text(root / "docs/performance.md");
        for (const auto& [lesson, ladder] : all) {
            const auto name = "roofline_" + lesson + ".png";
            CAPTURE(name);
            CHECK(pbp::test::contains(page, "<!-- chart: " + name + " -->"));
            const auto file = root / "docs/figures" / name;
            const auto now = draw(roofline(lesson, ladder, card));
            const pbp::test::Folder folder;
            now.save(folder.path() / name);
            INFO(renewed_by("PBP_UPDATE_FIGURES=1"));
            if (redrawing()) redraw(file, folder.path() / name, false, false);
            REQUIRE(fs::exists(file));
            CHECK(right(file, folder.path() / name));
        }
    }

    TEST_CASE("the bench's times are those in the table of predictions") {
        const auto page = pbp::test::read_text(root / "docs/performance.md");
        int found = 0;
        for (const auto& [machine, report] : measured())
            for (const auto& row : report.rows) {
                const auto of =
                    fmt::format("\n| {} {} | 2^{} |", row.lesson,
                                row.version.substr(0, row.version.find('_')), std::countr_zero(row.n));
                const auto at = page.find(of);
                if (report.software || at == page.npos) continue;
                CAPTURE(of);
                CHECK(pbp::test::contains(page.substr(at, page.find('\n', at + 1) - at),
                                          "| " + pbp::bench::three_digits(row.hot.median_us) + " |"));
                ++found;
            }
        CHECK(found > 80);
    }

    TEST_CASE("the roofline: no version is above its roof") {
        const auto card = sim::read_card("h200");
        for (const auto& [lesson, ladder] : counted())
            for (const auto& work : ladder) {
                CAPTURE(work.version);
                CHECK(work.per_ns() <
                      std::min(card.instructions_per_ns, work.per_byte() * card.load_bytes_per_ns));
            }
    }
}
