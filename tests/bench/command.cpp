// SPDX-License-Identifier: MIT
// build/bench as ./learn bench runs it, on a device.
#include <doctest/doctest.h>

#include <chrono>
#include <set>
#include <thread>

#include "common/event/bench_row.hpp"
#include "tests/support/endless.hpp"
#include "tests/support/lessons.hpp"
#include "tests/support/watcher.hpp"

namespace bench_command_test {

using namespace pbp;
using namespace pbp::test;
using Status = bench::Row::Status;

namespace {

struct Typed {
    Folder folder;
    Outcome outcome;

    const Outcome& bench(std::vector<std::string> words) {
        words.insert(words.begin(), program());
        words.insert(words.end(), {"--out", (folder.path() / "out").string()});
        outcome = run_program(words);
        INFO(outcome.output);
        return outcome;
    }
    static std::string program() { return std::string(PBP_BINARY_DIR) + "/bench"; }
    fs::path file() const { return folder.path() / "out/bench/bench.json"; }
    bench::Report kept() const { return bench::from_json(read_text(file()), file().string()); }
    /// A shader of the project with `search` replaced.
    std::string edited(const std::string& shader, const std::string& search, const std::string& other) {
        return folder.write(fs::path(shader).filename(), shader_with(shader, search, other)).string();
    }
};

}  // namespace

TEST_SUITE("gpu") {
    TEST_CASE_FIXTURE(Typed, "a bench of the reduction: rows in order, all right, kept on disk") {
        if (skip_without_gpu()) return;
        bench({"3", "--n", "2^10,999"});
        check_ended(outcome, 0, {"v7_one_dispatch", "fastest"});
        const auto report = kept();
        CHECK(!report.device.empty());
        CHECK(report.date.size() == 10);
        CHECK(report.bounds.copy_gb_s > 0);
        CHECK(report.bounds.read_gb_s > 0);
        CHECK(report.bounds.empty_dispatch_us > 0);
        REQUIRE(report.rows.size() >= 14);
        if (report.software) {  // next to one core of the standard library, whose result is compared as well
            REQUIRE(report.rows.back().peers.size() == 1);
            CHECK(report.rows.back().peers[0].name == "std::reduce");
            CHECK(report.rows.back().peers[0].ratio.middle > 0);
        }
        CHECK(report.rows.front().version == "v1_interleaved");
        CHECK(report.rows.front().n == 999);
        CHECK(report.rows.back().n == 1024);
        for (const auto& row : report.rows) {
            CAPTURE(row.version);
            CHECK(row.status == Status::right);
            CHECK(row.hot.median_us > 0);
            CHECK(row.hot.runs >= 20);
            CHECK(row.work.bytes_read == 4 * row.n);
        }
    }

    TEST_CASE_FIXTURE(Typed, "every lesson from 02 to 07, and 09, has a bench, and its results are right") {
        if (skip_without_gpu()) return;
        bench({"--n", "1024", "--json"});
        CAPTURE(outcome.output);
        CHECK(outcome.exit_code == 0);
        const auto report = bench::from_json(outcome.output, "stdout");
        CHECK(bench::to_json(report) == bench::to_json(kept()));
        std::set<std::string> lessons;
        for (const auto& row : report.rows) {
            CAPTURE(row.lesson + " " + row.version + ": " + row.message);
            CHECK(row.status == Status::right);
            CHECK(row.n == 1024);
            CHECK(row.version != "v1_early_exit_wrong");
            lessons.insert(row.lesson);
        }
        CHECK(lessons == std::set<std::string>{"02", "03", "04", "05", "06", "07", "09"});
    }

    TEST_CASE_FIXTURE(Typed, "a wrong shader gives a wrong row, and exit code 1") {
        if (skip_without_gpu()) return;
        const auto shader = edited("03_reduction/v3_sequential.comp", "stride /= 2u", "stride /= 4u");
        bench({"03", "--n", "1000", "--only", "v3_sequential", "--shader", shader});
        check_ended(outcome, 1, {"WRONG"});
        REQUIRE(kept().rows.size() == 1);
        CHECK(kept().rows[0].status == Status::wrong);
        CHECK(kept().rows[0].hot.runs == 0);
    }

    TEST_CASE_FIXTURE(Typed, "a version that never ends is left out, and the others are timed") {
        if (skip_without_gpu()) return;
        fs::copy(fs::path(PBP_SOURCE_DIR) / "shaders", folder.path() / "shaders",
                 fs::copy_options::recursive);
        folder.write("shaders/05_bitonic_sort/v3_global.comp", endless_shader());
        bench({"05", "--n", endless_n, "--only", "v3,v6", "--time-limit", "3", "--shaders",
               (folder.path() / "shaders").string()});
        CAPTURE(outcome.output);
        CHECK(outcome.exit_code == 5);
        const auto rows = kept().rows;
        REQUIRE(rows.size() == 2);
        CHECK(rows[0].status == Status::left_out);
        CHECK(contains(rows[0].message, "did not end within 3 s"));
        CHECK(rows[1].version == "v6_registers");
    }

    TEST_CASE_FIXTURE(Typed, "an interrupted bench keeps what it has") {
        if (skip_without_gpu()) return;
        Watcher running(
            {program(), "03", "05", "--n", "2^10,2^22", "--out", (folder.path() / "out").string()});
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (!fs::exists(file()) && std::chrono::steady_clock::now() < end)
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        CHECK(running.interrupt() == 130);
        const auto said = running.rest();
        CAPTURE(said);
        CHECK(!kept().rows.empty());
        CHECK(contains(said, "v1_interleaved"));
        CHECK(contains(said, "Interrupted."));
    }

    TEST_CASE_FIXTURE(Typed, "a card is measured on a GPU, and of nothing else") {
        if (skip_without_gpu()) return;
        const int code = bench({"--card", "mine"}).exit_code;
        const bool software = contains(outcome.output, "is a software renderer");
        CHECK(code == (software ? 4 : 0));
        CHECK(fs::exists(folder.path() / "out/bench/card-mine.json") == !software);
    }

    TEST_CASE_FIXTURE(Typed, "what cannot be benched is refused in one sentence, exit 2") {
        if (skip_without_gpu()) return;
        check_ended(bench({"1"}), 2, {"Lesson 01 has no bench"});
        check_ended(bench({"12"}), 2, {"'12' is not a lesson"});
        check_ended(bench({"3", "--n", "many"}), 2, {"'many' is not a size"});
        check_ended(bench({"3", "--n", "8", "--only", "v99"}), 2, {"has no version 'v99'"});
        check_ended(bench({"3", "6", "--n", "8", "--only", "v99"}), 2,
                    {"none of these lessons has a version v99"});
        check_ended(bench({"3", "6", "--n", "8", "--only", "v7"}), 0,
                    {"v7_one_dispatch"});  // lesson 06 has no such version
        CHECK(bench({"3", "--speed"}).exit_code == 2);
        check_ended(bench({"--card", "../mine"}), 2, {"'../mine' is no name for a file"});
        check_ended(bench({"3", "--card", "mine"}), 2, {"leave out '3'"});
        check_ended(bench({"4", "--n", "2^24", "--only", "v2"}), 2, {"Nothing was timed"});
    }
}

}  // namespace bench_command_test
