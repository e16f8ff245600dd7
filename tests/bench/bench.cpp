// SPDX-License-Identifier: MIT
// The bench without a GPU: its report, sizes, forecasts and table, and how it judges a lesson.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "common/modes/bench/bench.hpp"
#include "common/modes/bench/code.hpp"
#include "common/modes/bench/names.hpp"
#include "common/modes/bench/timed_operation.hpp"
#include "common/tools/bench/sizes.hpp"
#include "tests/support/fake_backend.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/notebook.hpp"

namespace bench_test {

using namespace pbp;
using namespace pbp::test;
using namespace pbp::bench;

namespace {

Row row_of(const std::string& version, std::uint64_t n, double median_us, double spread_us = 1) {
    Row row{.lesson = "03", .version = version, .n = n, .work = {4 * n, 4, n - 1}};
    row.hot = {median_us, spread_us, 21, 40};
    return row;
}

Report example() {
    Report report{"a GPU \"X\"",
                  "4.5 driver 580",
                  "2026-11-21",
                  false,
                  "3.0.1",
                  {4000, 4400, 2.5, {{1 << 22, 10, 5}}},
                  {}};
    report.rows = {row_of("v1_slow", 1 << 20, 50), row_of("v7_fast", 1 << 20, 6.25)};
    report.rows[1].cold = {7, 0.5, 21, 40};
    report.rows[1].peers = {
        {"cub::DeviceReduce::Sum", "3.0.1", {12.5, 0.25, 21, 40}, {14, 1, 21, 40}, {1.9, 2, 2.1}},
        {"std::reduce", "13", {900, 9, 21, 40}}};
    report.rows.push_back({.lesson = "05",
                           .version = "v1",
                           .n = 1ull << 31,
                           .status = Row::Status::left_out,
                           .message = "too \"many\"\n"});
    report.rows.push_back(
        {.lesson = "05", .version = "v2", .n = 8, .status = Row::Status::wrong, .message = "is 3"});
    return report;
}

/// The task: add 1 to each element. v2 gets an element wrong, v3 gives no outcome, v4 works in place, v5 does
/// not build, v6 supports only small n, v7 keeps what is left of a number in any order.
void adding(Run& run) {
    const auto values = run.input<std::uint32_t>();
    auto data = run.gpu.buffer(values), sums = run.gpu.buffer<std::uint32_t>(values.size());
    auto& program = run.program();
    if (run.is("v4"))
        run.dispatch(program, {1, 1, 1}, {inout(0, data), inout(1, data)});
    else
        run.dispatch(program, {1, 1, 1}, {in(0, data), out(1, sums)});
    CHECK(!run.checking());
    if (run.is("v3")) return;
    run.outcome(run.is("v4") ? data : sums,
                [&] {
                    auto expected = values;
                    for (auto& value : expected) ++value;
                    if (run.is("v7")) std::ranges::reverse(expected);
                    return expected;
                },
                {.what = run.is("v7") ? "set" : "sums", .any_order = run.is("v7")});
}

const Lesson lesson{
    .id = "99_adding",
    .title = "adding",
    .about = "",
    .n = 8,
    .data = InputKind::sorted,
    .types = {ValueType::uint32},
    .versions = {{.name = "v1_right", .idea = ""},
                 {.name = "v2_wrong", .idea = ""},
                 {.name = "v3_silent", .idea = ""},
                 {.name = "v4_in_place", .idea = ""},
                 {.name = "v5_broken", .idea = ""},
                 {.name = "v6_narrow",
                  .idea = "",
                  .largest = {[](const Limits&) { return std::uint64_t{4}; }, "it is narrow"}},
                 {.name = "v7_any_order", .idea = ""},
                 {.name = "v8_on_purpose", .idea = "", .benched = false}},
    .work = [](const std::string&, std::uint64_t n, std::uint64_t results) -> Work {
        return {4 * n, 4 * results, n};
    },
    .story = adding};

struct Benched {
    Folder folder;
    Notebook notebook;
    Options options;
    FakeBackend* fake = nullptr;
    int exit_code = -1, wrong_calls = 0;

    Benched() {
        options.purpose = Purpose::bench;
        options.data = InputKind::sorted;
        options.n = 8;
        const std::string
            head = "#version 450 core\n// fake: ",
            body =
                "\nlayout(local_size_x = 8) in;\nlayout(std430, binding = 0) buffer A { uint a[]; };\n"
                "layout(std430, binding = 1) buffer B { uint b[]; };\nvoid main() {}\n",
            reading =
                "\nlayout(local_size_x = 8) in;\nlayout(std430, binding = 0) readonly buffer A { "
                "uint a[]; };\nlayout(std430, binding = 1) buffer B { uint b[]; };\nvoid main() {}\n";
        for (const auto& version : lesson.versions)
            folder.write("shaders/99_adding/" + version.name + ".comp",
                         (version.name == "v5_broken" ? "#version 450 core\n// " : head) +
                             (version.name == "v2_wrong" ? "wrong" : "add") +
                             (version.name == "v4_in_place" ? body : reading));
    }
    void run() {
        auto backend = std::make_unique<FakeBackend>(std::map<std::string, FakeBackend::Kernel>{
            {"add",
             [](const FakeBackend::Call& call) {
                 for (std::size_t i = 0; i < call.buffers[0]->size(); ++i)
                     (*call.buffers[1])[i] = (*call.buffers[0])[i] + 1;
             }},
            {"wrong", [this](const FakeBackend::Call& call) {
                 for (std::size_t i = 0; i < call.buffers[0]->size(); ++i)
                     (*call.buffers[1])[i] = (*call.buffers[0])[i] + (i == 2 && wrong_calls > 0 ? 2 : 1);
                 ++wrong_calls;
             }}});
        fake = backend.get();
        auto recording = std::make_unique<RecordingBackend>(std::move(backend));
        auto& recorder = *recording;
        Device device(std::move(recording), {folder.path() / "shaders", {}, {}}, &notebook);
        exit_code = bench_versions(device, recorder, lesson, options, false, notebook);
        CHECK(fake->buffers_alive() == 0);
    }
};

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("a report survives a round trip through JSON") {
        const auto text = to_json(example());
        const auto back = from_json(text, "bench.json");
        CHECK(to_json(back) == text);
        CHECK(back.device == "a GPU \"X\"");
        CHECK(back.bounds.read_gb_s == 4400);
        REQUIRE(back.rows.size() == 4);
        CHECK(back.rows[1].peers[1].name == "std::reduce");
        CHECK(back.rows[1].peers[0].ratio.high == 2.1);
        CHECK(back.rows[2].status == Row::Status::left_out);
        CHECK(back.rows[2].n == 1ull << 31);
        // The keys that other programs read.
        for (const char* key :
             {"\"device\"", "\"driver\"", "\"date\"", "\"cub_version\"", "\"limits\"", "\"copy_gb_s\"",
              "\"read_gb_s\"", "\"empty_dispatch_us\"", "\"rows\"", "\"lesson\": \"03\"",
              "\"version\": \"v7_fast\"", "\"median_us\"", "\"spread_us\"", "\"gb_per_s\"",
              "\"peer\": \"cub::DeviceReduce::Sum\"", "\"peer_median_us\": 12.5"})
            CHECK_MESSAGE(contains(text, key), key);
    }

    TEST_CASE("a file that is not a report is refused by name") {
        const auto text = to_json(example());
        const auto changed = [&](const std::string& from, const std::string& to) {
            auto other = text;
            const auto at = other.find(from);
            REQUIRE(at != std::string::npos);
            return other.replace(at, from.size(), to);
        };
        for (const auto& bad :
             {std::string(), std::string("{}"), std::string("[1, 2]"), std::string("nonsense"),
              text.substr(0, text.size() / 2), changed("\"right\"", "\"rihgt\""),
              changed("\"n\": 1048576", "\"n\": -1"), changed("\"n\": 1048576", "\"n\": \"many\""),
              changed("\"median_us\"", "\"median_ms\""), changed("\"rows\"", "\"lines\"")})
            CHECK_THROWS_WITH_AS(from_json(bad, "some/bench.json"),
                                 doctest::Contains("some/bench.json: not a bench report"), Error);
    }

    TEST_CASE("the share of the limit: by bytes, by reads only, by an empty dispatch") {
        auto report = example();
        const double read_us = 4.0 * (1 << 20) / 4400 * 1e-3;  // less than an empty dispatch
        CHECK(share_of_limit(report, report.rows[1]) == doctest::Approx(2.5 / 6.25));
        auto row = row_of("v1", 1 << 26, 100);
        CHECK(share_of_limit(report, row) == doctest::Approx(64 * read_us / 100));
        row.work.bytes_written = row.work.bytes_read;
        CHECK(share_of_limit(report, row) == 1);  // never more
        row.hot.median_us = 200;
        CHECK(share_of_limit(report, row) == doctest::Approx(8.0 * (1 << 26) / 4000 * 1e-3 / 200));
        CHECK(limit_us(report, row_of("v1", 1 << 22, 100)) == doctest::Approx(5));  // as measured at this n
        CHECK(limit_us(report, row_of("v1", 1 << 23, 100)) == doctest::Approx(8 * read_us));
        row.hot.median_us = 0;
        CHECK(share_of_limit(report, row) == 0);
        report.software = true;
        CHECK(share_of_limit(report, report.rows[1]) == 0);
    }

    TEST_CASE("a shader's code ignores comments and blanks, and differs if a word differs") {
        const Folder folder;
        const auto code = [&](const std::string& text) {
            folder.write("a.comp", text);
            return pbp::bench::code_of(folder.path() / "a.comp", folder.path());
        };
        const std::string head = "#version 450 core\nlayout(local_size_x = 1) in;\n";
        const auto before = code(head + "void main() { uint a = 1u; }\n");
        CHECK(before.size() == 16);
        CHECK(code(head + "// one\nvoid main() {\n    uint a = 1u;  // two\n}\n") == before);
        CHECK(code(head + "void main() { uint a = 2u; }\n") != before);
        folder.write("part.glsl", "uint b() { return 1u; }\n");
        const auto with_part = head + "#include \"part.glsl\"\nvoid main() {}\n";
        const auto whole = code(with_part);
        folder.write("part.glsl", "uint b() { return 2u; }\n");
        CHECK(code(with_part) != whole);
        // What records passes is not in what is timed.
        folder.write("trace.glsl", "#define TRACE(pass, index, value)\n");
        const auto with_trace = head + "#include \"trace.glsl\"\nvoid main() {}\n";
        const auto traced = code(with_trace);
        folder.write("trace.glsl", "#define TRACE(pass, index, value, line)\n");
        CHECK(code(with_trace) == traced);
        CHECK_THROWS_AS(pbp::bench::code_of(folder.path() / "none.comp", folder.path()), pbp::Error);
    }

    TEST_CASE("sizes are numbers or powers of two in a list") {
        CHECK(sizes_from("--n", "2^20,1000,2^10,1000") == std::vector<std::uint64_t>{1000, 1024, 1 << 20});
        CHECK(sizes_from("--n", "7") == std::vector<std::uint64_t>{7});
        for (const char* bad : {"0", "-1", "", "1,,2", "2^32", "2^", "1e6", "4294967296", "1 2", "2^2^2"})
            CHECK_THROWS_WITH_AS(sizes_from("--n", bad), doctest::Contains("is not a size"), Error);
        CHECK(default_sizes(1ull << 31, false).size() == 6);
        CHECK(default_sizes(1ull << 31, false).back() == 1 << 26);
        CHECK(default_sizes(1 << 27, false).back() == 1 << 24);
        CHECK(default_sizes(1 << 27, true).back() == 1 << 22);
    }

    TEST_CASE("what would take too long is predicted from smaller sizes") {
        Forecast forecast;
        CHECK(forecast.too_long("03", "v1", 1 << 30).empty());  // nothing is known so far
        forecast.add(row_of("v1", 1000, 1e5));
        CHECK(forecast.operation_s("03", "v1", 2000) == doctest::Approx(0.2));
        CHECK(forecast.too_long("03", "v1", 20000).empty());
        CHECK(contains(forecast.too_long("03", "v1", 100000), "a single run would take about 10 s"));
        forecast.add(row_of("v1", 2000, 4e5));  // it grows quadratically
        CHECK(forecast.operation_s("03", "v1", 8000) == doctest::Approx(6.4));
        CHECK(!forecast.too_long("03", "v1", 8000).empty());
        CHECK(forecast.too_long("04", "v1", 8000).empty());
        auto left_out = row_of("v2", 1000, 0);
        forecast.add(left_out);
        CHECK(forecast.operation_s("03", "v2", 2000) == 0);
    }

    TEST_CASE("a series whose last times differ from its first drifts") {
        CHECK(drift_of({1, 2, 3}) == 0);  // too short to say
        CHECK(drift_of(std::vector<double>(21, 5)) == 0);
        std::vector<double> falling(21, 10);
        for (std::size_t i = 14; i < 21; ++i) falling[i] = 8;
        CHECK(drift_of(falling) == doctest::Approx(0.2));
    }

    TEST_CASE("a result is compared in its order, in any order, or within some steps of a channel") {
        CHECK(difference({1, 2, 3}, {1, 2, 3}, {}).empty());
        CHECK(difference({1, 5, 3}, {1, 2, 3}, {}) ==
              "element 1 of the result is 5, expected 2; 1 of 3 differ");
        CHECK(difference({3, 1, 2}, {1, 2, 3}, {.any_order = true}).empty());
        CHECK(!difference({3, 1, 1}, {1, 2, 3}, {.any_order = true}).empty());
        CHECK(difference({0x01020304}, {0x02010304}, {.allowed = 1}).empty());
        CHECK(!difference({0x01020304}, {0x03020304}, {.allowed = 1}).empty());
        const auto bits = [](float value) { return std::vector{std::bit_cast<std::uint32_t>(value)}; };
        CHECK(difference(bits(3.5F), bits(3.0F), {.off = 0.5}).empty());
        CHECK(difference(bits(3.75F), bits(3.0F), {.off = 0.5}) ==
              "element 0 of the result is 3.75, expected 3; 1 of 1 differ");
        CHECK(difference(bits(INFINITY), bits(INFINITY), {.off = 0.5}).empty());
        CHECK(difference(bits(NAN), bits(-NAN), {.off = 0.5}).empty());
        CHECK(!difference(bits(INFINITY), bits(3.0F), {.off = 0.5}).empty());
        CHECK(!difference(bits(INFINITY), bits(-INFINITY), {.off = 0.5}).empty());
        CHECK(!difference(bits(NAN), bits(3.0F), {.off = INFINITY}).empty());
    }

    TEST_CASE("the table: times, shares, peers, and times that are equal within their spread") {
        auto report = example();
        report.rows.push_back(row_of("v8_equal", 1 << 20, 6.75));
        const auto text = table(report, "03");
        CHECK(contains(text, "v7_fast                  2^20    6.25 us"));
        CHECK(contains(text, "  fastest  2.00 x, cold 2.00 x cub::DeviceReduce::Sum (12.5 us)"));
        CHECK(contains(text, "40 %"));
        CHECK(count(text, "as fast") == 1);
        const auto sorts = table(report, "05");
        CHECK(contains(sorts, "left out: too \"many\""));
        CHECK(contains(sorts, "WRONG is 3"));
        CHECK(contains(limits_line(report), "copy 4000 GB/s"));
        report.software = true;
        CHECK(!contains(table(report, "03"), "%"));
        CHECK(limits_line(report).empty());
    }

    TEST_CASE_FIXTURE(Benched, "each version is timed and checked, or says why not") {
        run();
        CHECK(exit_code == 1);  // of the first failure
        CHECK(notebook.plan.size() == 7);
        REQUIRE(notebook.rows.size() == 7);
        const auto row = [&](std::size_t number) -> const Row& { return notebook.rows[number - 1]; };
        CHECK(row(1).status == Row::Status::right);
        CHECK(row(1).lesson == "99");
        CHECK(row(1).n == 8);
        CHECK(row(1).hot.runs == 20);
        CHECK(row(1).hot.median_us == doctest::Approx(1000.0 / static_cast<double>(row(1).hot.back_to_back)));
        CHECK(row(1).cold.runs == 20);
        CHECK(row(1).work.bytes_written == 32);
        CHECK(row(2).status == Row::Status::wrong);
        CHECK(row(2).message == "timed: element 2 of the sums is 4, expected 3; 1 of 8 differ");
        CHECK(row(3).status == Row::Status::left_out);
        CHECK(contains(row(3).message, "never calls run.outcome()"));
        CHECK(row(4).status == Row::Status::right);  // though each operation destroys its own input
        CHECK(row(4).hot.back_to_back == 1);
        CHECK(row(4).hot.runs == 20);
        CHECK(row(5).status == Row::Status::left_out);
        CHECK(contains(row(5).message, "no line '// fake: NAME'"));
        CHECK(row(6).message == "takes n up to 4 here: it is narrow");
        CHECK(row(7).status == Row::Status::right);
        CHECK(std::ranges::max(notebook.fractions) == doctest::Approx(1));
    }

    TEST_CASE_FIXTURE(Benched, "a shader that does not build is a failure; one that does not take n is not") {
        options.only = {"v5", "v6"};
        run();
        CHECK(exit_code == 3);
        options.only = {"v6"};
        run();
        CHECK(exit_code == 0);
    }
}

}  // namespace bench_test
