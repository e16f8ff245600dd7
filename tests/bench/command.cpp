// SPDX-License-Identifier: MIT
// build/bench as ./learn bench runs it, on a device.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <set>
#include <thread>

#include "common/event/bench_row.hpp"
#include "tests/support/endless.hpp"
#include "tests/support/program.hpp"

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
        auto text = read_text(fs::path(PBP_SOURCE_DIR) / "shaders" / shader);
        REQUIRE(count(text, search) == 1);
        return folder
            .write(fs::path(shader).filename(), text.replace(text.find(search), search.size(), other))
            .string();
    }
};

}  // namespace

TEST_SUITE("gpu") {
    TEST_CASE_FIXTURE(Typed, "a bench of the reduction: rows in order, all right, kept on disk") {
        if (skip_without_gpu()) return;
        bench({"3", "--n", "2^10,999"});
        CAPTURE(outcome.output);
        CHECK(outcome.exit_code == 0);
        CHECK(contains(outcome.output, "v7_one_dispatch"));
        CHECK(contains(outcome.output, "fastest"));
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
        CAPTURE(outcome.output);
        CHECK(outcome.exit_code == 1);
        CHECK(contains(outcome.output, "WRONG"));
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
        const auto out = (folder.path() / "out").string(), log = (folder.path() / "log").string(),
                   path = program();
        std::vector<const char*> words{path.c_str(), "03",    "05",        "--n",
                                       "2^10,2^22",  "--out", out.c_str(), nullptr};
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        posix_spawn_file_actions_adddup2(&actions, 1, 2);
        pid_t process = 0;
        REQUIRE(posix_spawn(&process, path.c_str(), &actions, nullptr, const_cast<char**>(words.data()),
                            environ) == 0);
        posix_spawn_file_actions_destroy(&actions);
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (!fs::exists(file()) && std::chrono::steady_clock::now() < end)
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        ::kill(process, SIGINT);
        int status = 0;
        REQUIRE(waitpid(process, &status, 0) == process);
        CAPTURE(read_text(log));
        CHECK(WIFEXITED(status));
        CHECK(WEXITSTATUS(status) == 130);
        CHECK(!kept().rows.empty());
        CHECK(contains(read_text(log), "v1_interleaved"));
        CHECK(contains(read_text(log), "Interrupted."));
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
        CHECK(bench({"1"}).exit_code == 2);
        CHECK(contains(outcome.output, "Lesson 01 has no bench"));
        CHECK(bench({"12"}).exit_code == 2);
        CHECK(contains(outcome.output, "'12' is not a lesson"));
        CHECK(bench({"3", "--n", "many"}).exit_code == 2);
        CHECK(contains(outcome.output, "'many' is not a size"));
        CHECK(bench({"3", "--n", "8", "--only", "v99"}).exit_code == 2);
        CHECK(contains(outcome.output, "has no version 'v99'"));
        CHECK(bench({"3", "6", "--n", "8", "--only", "v99"}).exit_code == 2);
        CHECK(contains(outcome.output, "none of these lessons has a version v99"));
        CHECK(bench({"3", "6", "--n", "8", "--only", "v7"}).exit_code == 0);  // lesson 06 has no such version
        CHECK(contains(outcome.output, "v7_one_dispatch"));
        CHECK(bench({"3", "--speed"}).exit_code == 2);
        CHECK(bench({"--card", "../mine"}).exit_code == 2);
        CHECK(contains(outcome.output, "'../mine' is no name for a file"));
        CHECK(bench({"3", "--card", "mine"}).exit_code == 2);
        CHECK(contains(outcome.output, "leave out '3'"));
        CHECK(bench({"4", "--n", "2^24", "--only", "v2"}).exit_code == 2);
        CHECK(contains(outcome.output, "Nothing was timed"));
    }
}

}  // namespace bench_command_test
