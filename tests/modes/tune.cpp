// SPDX-License-Identifier: MIT
// Tuning: which combinations are tried, what is reported of them, and tuned lessons.
#include "common/modes/tune/tune.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "common/modes/tune/trials.hpp"
#include "common/terminal/tables.hpp"
#include "tests/support/fake_backend.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/lessons.hpp"
#include "tests/support/notebook.hpp"
#include "tests/support/program.hpp"

namespace tune_test {

using namespace pbp;
using namespace pbp::test;

namespace {

const Limits limits{1024, {1024, 1024, 64}, {65535, 65535, 65535}, 32768, 1 << 27, 8};

std::vector<std::uint32_t> sizes(const std::vector<Choice>& choices) {
    std::vector<std::uint32_t> all;
    for (const auto& choice : choices) all.push_back(choice.local_size);
    return all;
}
using Sizes = std::vector<std::uint32_t>;

/// The task: add 1 to each element. Local size 16 gets element 2 wrong, 32 does not build, 64 does not fit.
void adding(Run& run) {
    auto expected = run.input<std::uint32_t>();
    auto data = run.gpu.buffer(expected);
    const auto local_size = run.local_size(8);
    if (local_size == 64) fail(ExitCode::wrong_usage, "64 are too many here; give a smaller --local-size.");
    run.plan(1, expected.size());
    auto& program = run.program(local_size == 32 ? "99_adding/broken.comp" : "99_adding/v1_add.comp",
                                {{"LOCAL_SIZE", std::to_string(local_size)}});
    run.dispatch(program, {1, 1, 1}, {inout(0, data)});
    for (auto& value : expected) ++value;
    run.check("add", data, expected);
}

const Lesson lesson{.id = "99_adding",
                    .title = "adding",
                    .about = "",
                    .n = 8,
                    .data = InputKind::small,
                    .types = {ValueType::uint32},
                    .versions = {{.name = "v1_add", .idea = "adds"}, {.name = "v2_fixed", .idea = "adds"}},
                    .knobs =
                        [](const std::string& version) {
                            return version == "v1_add" ? Knobs{LocalSizes::powers_of_two, {}, "", 100}
                                                       : Knobs{.because = "it follows from n"};
                        },
                    .story = adding};

struct Session {
    Folder folder;
    Notebook notebook;
    Options options;
    int exit_code = -1;

    Session() {
        options.out = folder.path();
        options.data = lesson.data;
        fs::create_directories(folder.path() / lesson.id);
        const std::string body =
            "layout(local_size_x = LOCAL_SIZE) in;\nlayout(std430, binding = 0) buffer Data { uint data[]; "
            "};\n"
            "void main() {}\n";
        folder.write("shaders/99_adding/v1_add.comp", "#version 450 core\n// fake: add\n" + body);
        folder.write("shaders/99_adding/broken.comp", "#version 450 core\n" + body);
        fs::create_directories(folder.path() / "shaders/common");
    }
    void run() {
        auto backend = std::make_unique<FakeBackend>(
            std::map<std::string, FakeBackend::Kernel>{{"add", [](const FakeBackend::Call& call) {
                                                            for (auto& value : *call.buffers[0]) ++value;
                                                            if (contains(call.source.text, "LOCAL_SIZE 16"))
                                                                ++call.buffers[0]->at(2);
                                                        }}});
        Device device(std::move(backend), {folder.path() / "shaders", {}, {}}, &notebook);
        exit_code = tune_versions(device, lesson, options, notebook);
    }
    const TunedRow& row(std::uint32_t local_size) const {
        for (const auto& row : notebook.tunings.at(0).rows)
            if (row.local_size == local_size) return row;
        FAIL("no row for local size ", local_size);
        return notebook.tunings[0].rows[0];
    }
};

TunedRow measured(std::uint32_t local_size, std::uint32_t per_invocation = 0) {
    return {local_size, per_invocation, TunedRow::Status::right};
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("a sweep tries 4 to the driver's limit, or only what was asked for") {
        CHECK(sizes(combinations({LocalSizes::powers_of_two}, {}, limits)) ==
              Sizes{4, 8, 16, 32, 64, 128, 256, 512, 1024});
        CHECK(sizes(combinations({LocalSizes::any}, {}, limits)).size() == 9);
        CHECK(sizes(combinations({LocalSizes::powers_of_four}, {}, limits)) == Sizes{4, 16, 64, 256, 1024});
        auto small = limits;
        small.workgroup_invocations = 100;
        CHECK(sizes(combinations({LocalSizes::any}, {}, small)) == Sizes{4, 8, 16, 32, 64});
        CHECK(sizes(combinations({LocalSizes::any}, {.local_size = 48}, limits)) == Sizes{48});
        CHECK(sizes(combinations({LocalSizes::any, {}, "", 100, 256}, {}, limits)) == Sizes{256, 512, 1024});
        CHECK(sizes(combinations({LocalSizes::any, {}, "", 100, 256}, {.local_size = 48}, limits)) ==
              Sizes{48});
        const auto crossed = combinations({LocalSizes::powers_of_four, {2, 3}}, {}, limits);
        CHECK(crossed.size() == 10);
        CHECK(crossed.back() == Choice{1024, 3});
        CHECK(combinations({LocalSizes::powers_of_four, {2, 3}}, {.per_invocation = 3}, limits).size() == 5);
        CHECK(combinations({LocalSizes::fixed, {2, 3}}, {}, limits) == std::vector<Choice>{{0, 2}, {0, 3}});
    }

    TEST_CASE("what a version cannot take is refused in one sentence") {
        const Knobs tree{LocalSizes::powers_of_two, {4, 8}, "why not"}, square{LocalSizes::powers_of_four};
        CHECK(refusal(tree, {}).empty());
        CHECK(refusal(tree, {64, 8}).empty());
        CHECK(
            contains(refusal(tree, {48, 0}), "takes a power of two of at least 2 for --local-size, not 48"));
        CHECK(contains(refusal(tree, {1, 0}), "not 1"));
        CHECK(contains(refusal(tree, {64, 5}), "takes one of 4, 8 for --per-invocation, not 5"));
        CHECK(contains(refusal(square, {32, 0}), "takes a power of four"));
        CHECK(refusal(square, {64, 0}).empty());
        CHECK(contains(refusal(square, {64, 2}), "has a fixed number of elements per invocation"));
        CHECK(contains(refusal({.because = "it follows"}, {64, 0}),
                       "has a fixed local size: it follows; leave --local-size out"));
        CHECK(refusal({LocalSizes::any}, {1, 0}).empty());
        CHECK(in_words(Choice{}).empty());
        CHECK(in_words(Choice{64, 16}) == "local size 64, 16 per invocation");
    }

    TEST_CASE("times are given by their median and the middle half, and equal within their spread") {
        const auto timing = timing_of({5, 1, 3, 100, 2});
        CHECK(timing.median_ms == 3);
        CHECK(timing.spread_ms == 3);  // from 2 to 5
        CHECK(timing.runs == 5);
        CHECK(timing_of({}).runs == 0);
        CHECK(timing_of({7}).median_ms == 7);
        const auto twice = ratio_of({20, 22, 40, 21, 20}, {10, 11, 20, 10, 10});  // the third round was slow
        CHECK(twice.middle == doctest::Approx(2));
        CHECK_FALSE(twice.equal());
        CHECK(ratio_of({10, 12, 9}, {11, 10, 9}).equal());  // now one is faster, now the other
        CHECK(ratio_of({101, 101}, {100, 100}).equal());    // 1 % is not significant
        CHECK_FALSE(ratio_of({95, 95}, {100, 100}).equal());
        CHECK(ratio_of({}, {1}).middle == 0);
    }

    TEST_CASE(
        "the best is found, ratios are to the version's own choice, and rows that did not run stay empty") {
        TuningReport report;
        report.n = 1000;
        report.rows = {measured(4), measured(8), measured(16), measured(32)};
        report.rows[1].own = true;
        report.rows[2].status = TunedRow::Status::left_out;
        compare(report, {{10, 10, 10}, {4, 3.8, 4}, {}, {3.9, 3.9, 3.9}});
        CHECK(report.rows[0].ratio == doctest::Approx(0.4));
        CHECK(report.rows[1].ratio == doctest::Approx(1));
        CHECK(report.rows[1].as_good);
        CHECK(report.rows[3].best);
        CHECK(report.rows[2].ratio == 0);
        CHECK(report.rows[0].elements_per_s == doctest::Approx(100000));
        TuningReport none;
        none.rows = {measured(4)};
        compare(none, {{}});
        CHECK_FALSE(none.rows[0].best);
    }

    TEST_CASE_FIXTURE(Session,
                      "one wrong combination fails the run and is named; what does not fit is listed") {
        run();
        CHECK(exit_code == 1);
        REQUIRE(notebook.tunings.size() == 2);
        CHECK(notebook.tunings[0].n == 100);
        REQUIRE(notebook.tunings[0].rows.size() == 5);  // the fake device has 64 invocations
        CHECK(row(4).status == TunedRow::Status::right);
        CHECK(row(4).runs >= 3);
        CHECK(row(8).own);
        CHECK(row(16).status == TunedRow::Status::wrong);
        CHECK(row(32).status == TunedRow::Status::left_out);
        CHECK(contains(row(32).message, "no line '// fake: NAME'"));
        CHECK(row(64).status == TunedRow::Status::left_out);
        CHECK(contains(row(64).message, "64 are too many here"));
        CHECK(contains(notebook.tunings[0].message, "wrong after add (local size 16): element 2 is"));
        CHECK(contains(notebook.tunings[0].message, "--only v1_add --n 100 --local-size 16"));
        CHECK(contains(notebook.tunings[1].message, "nothing to tune: it follows from n"));
        CHECK(std::ranges::is_sorted(notebook.fractions));
        const auto text = table(notebook.tunings[0]);
        CHECK(count(text, "WRONG") == 1);
        CHECK(count(text, "left out: ") == 2);
        CHECK(fs::exists(folder.path() / lesson.id / "tune.png"));
    }

    TEST_CASE_FIXTURE(Session, "a size that was asked for is the only one tried") {
        options.choice.local_size = 4;
        options.only = {"v1"};
        options.n = 50;
        run();
        CHECK(exit_code == 0);
        REQUIRE(notebook.tunings[0].rows.size() == 1);
        CHECK(row(4).best);
        CHECK(row(4).own);
        CHECK(notebook.tunings[0].n == 50);
    }

    TEST_CASE_FIXTURE(Session, "if nothing builds, exit 3; if nothing is open, exit 2") {
        options.choice.local_size = 32;
        options.only = {"v1"};
        run();
        CHECK(exit_code == static_cast<int>(ExitCode::shader_does_not_build));
        notebook.tunings.clear();
        options.choice = {};
        options.only = {"v2"};
        run();
        CHECK(exit_code == static_cast<int>(ExitCode::wrong_usage));
    }

    TEST_CASE("a chart has a curve per version at its best, and a version with two numbers one for each") {
        TuningReport one, two;
        one.version = "v1";
        two.version = "v2";
        one.n = two.n = 1000000;
        one.chooses_local_size = two.chooses_local_size = two.chooses_per_invocation = true;
        one.rows = {measured(4), measured(8)};
        compare(one, {{10, 10, 9, 11, 10}, {4, 6, 5, 4, 6}});
        two.rows = {measured(4, 2), measured(8, 2), measured(4, 16), measured(8, 16)};
        two.rows[1].status = TunedRow::Status::left_out;
        compare(two, {{4}, {}, {2}, {8}});
        const auto all = chart_of(lesson, {one, two}, RunReport{});
        REQUIRE(all.curves.size() == 2);
        CHECK(all.curves[0].name == "v1, best at 8");
        CHECK(all.curves[0].points[1].best);
        CHECK(all.curves[0].points[1].label.empty());
        CHECK(all.curves[0].points[1].y == doctest::Approx(200));
        CHECK(all.curves[0].points[1].low < 200);
        CHECK(all.curves[0].points[1].high > 200);
        CHECK(all.curves[1].points[0].y == doctest::Approx(500));  // the faster of 2 and 16 per invocation
        CHECK(all.curves[1].points[0].label == "500");
        CHECK(all.y.title == "million elements per second");
        CHECK(all.y.scale == picture::AxisScale::linear);
        const auto own = chart_of(lesson, two, RunReport{});
        REQUIRE(own.curves.size() == 2);
        CHECK(own.curves[0].name == "2 per invocation, best at 4");
        CHECK(own.curves[0].points.size() == 1);
        CHECK(own.curves[1].points.size() == 2);
        RunReport software;
        software.software = true;
        CHECK(contains(chart_of(lesson, {one}, software).notes.at(0), "not a GPU"));
    }
}

TEST_SUITE("gpu") {
    TEST_CASE("every combination of every version that can be tuned is right") {
        if (skip_without_gpu()) return;
        const Folder out;
        using Words = std::vector<std::string>;
        struct Tuned {
            std::string name, n;
            Words by_day = {};       ///< the driver compiles each combination by itself
            Words by_night = {};     ///< in the nightly matrix, all of them
            std::size_t least = 18;  ///< right ones by day
        };
        const Words one_size{"--local-size", "64"};
        // Random densities have 32 bits: about half of them are active.
        const Words half{"--threshold", "2147483647"};
        const Words half_at_one_size{"--threshold", "2147483647", "--local-size", "64"};
        // Some 250 combinations, most with a program per digit: one local size will do, by night, too.
        const Words digits{"--only", "v7", "--local-size", "64", "--bits", "16"};
        const Words more_digits{"--only", "v2,v5,v7,v8", "--local-size", "64", "--bits", "16"};
        for (const auto& one :
             std::vector<Tuned>{{"01_workgroup_ids", "300"},
                                {"02_memory_access", "3000"},
                                {"03_reduction", "3000"},
                                {"04_odd_even_sort", "100", one_size, {}, 8},
                                {"05_bitonic_sort", "5000", one_size, {}, 15},
                                {"06_subgroup_scan", "3000", one_size, {}, 10},
                                {"07_stream_compaction", "3000", half_at_one_size, half, 19},
                                {"08_particles", "1000"},
                                {"09_radix_sort", "3000", digits, more_digits, 1}}) {
            // llvmpipe compiles in a program's first dispatch: 05 v7 alone takes it 10 s on a busy machine.
            Words words{lesson_program(one.name), "tune", "--n",    one.n,   "--data",  "random",
                        "--time-limit",           "60",   "--json", "--out", out.path()};
            const auto& more = full_matrix() ? one.by_night : one.by_day;
            words.insert(words.end(), more.begin(), more.end());
            const auto outcome = run_program(words);
            CAPTURE(one.name);
            CAPTURE(outcome.output);
            CHECK(outcome.exit_code == 0);
            const auto document = nlohmann::json::parse(outcome.output, nullptr, false);
            REQUIRE(document.is_object());
            std::size_t right = 0;
            for (const auto& version : document["tuning"])
                for (const auto& row : version["rows"]) {
                    CHECK(row["status"] != "wrong");
                    right += row["status"] == "right" ? 1 : 0;
                }
            CHECK(right >= (full_matrix() ? 18 : one.least));
            CHECK(fs::exists(out.path() / one.name / "tune.png"));
        }
    }

    TEST_CASE("a shader that is wrong at one size fails the tuning run, exit 1; one that does not build, 3") {
        if (skip_without_gpu()) return;
        const Folder out;
        const std::string sum = "tile[i] + tile[i + stride]";
        const auto tuned = [&](const std::string& changed) {
            return run_program({lesson_program("03_reduction"), "tune", "--n", "1000", "--shader",
                                out.write("v3_sequential.comp", changed), "--out", out.path()});
        };
        auto outcome = tuned(
            shader_with("03_reduction/v3_sequential.comp", sum, sum + " + T(LOCAL_SIZE == 64 ? 1 : 0)"));
        CAPTURE(outcome.output);
        check_ended(outcome, 1, {"(local size 64): element"});
        CHECK(count(outcome.output, "WRONG") == 1);
        outcome = tuned("#version 450 core\nvoid main() { nonsense; }\n");
        CHECK(outcome.exit_code == 3);
        CHECK(count(outcome.output, "left out: ") == 9);
        CHECK(!contains(outcome.output,
                        "The driver reported an error"));  // each build's own message, not another's
    }

    TEST_CASE("impossible sizes are refused in one sentence, exit 2") {
        if (skip_without_gpu()) return;
        const Folder out;
        const auto typed = [&](std::vector<std::string> words) {
            words.insert(words.begin(), lesson_program("05_bitonic_sort"));
            words.insert(words.end(), {"--out", out.path()});
            return run_program(words);
        };
        const auto refused = [&](const std::vector<std::string>& words, const std::string& sentence) {
            CAPTURE(words);
            check_ended(typed(words), 2, {sentence});
        };
        refused({"--local-size", "0"}, "--local-size: takes a whole number of at least 1, not 0.");
        refused({"--local-size", "3000"}, "--local-size 3000 is above this driver's limit of");
        refused({"--per-invocation", "many"}, "not 'many'");
        refused({"--only", "v5", "--local-size", "48"},
                "takes a power of two of at least 2 for --local-size, not 48");
        refused({"--only", "v1", "--local-size", "8"},
                "a fixed local size: its one workgroup follows from n");
        refused({"--only", "v6", "--per-invocation", "5"},
                "takes one of 4, 8, 16, 32 for --per-invocation, not 5");
        refused({"--only", "v5", "--local-size", "64"},
                "A tile of 128 keys, two per invocation, is larger than the 32");
        refused({"--per-invocation", "5"}, "No version of 05_bitonic_sort takes 5 per invocation");
        refused({"tune", "--only", "v1,v2"}, "nothing to tune: its one workgroup follows from n");
        CHECK(typed({"--n", "5000", "--only", "v6", "--local-size", "16", "--per-invocation", "32"})
                  .exit_code == 0);
    }

    TEST_CASE("more workgroups than one row holds: the scan has as many totals as blocks") {
        if (skip_without_gpu()) return;
        const Folder out;
        const auto outcome = run_program({lesson_program("06_subgroup_scan"), "--only", "v4", "--n", "600000",
                                          "--local-size", "8", "--no-pictures", "--out", out.path()});
        CAPTURE(outcome.output);
        CHECK(outcome.exit_code == 0);
    }
}

}  // namespace tune_test
