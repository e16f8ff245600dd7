// SPDX-License-Identifier: MIT
// The experiments of docs/tuning.md: are both ways right, and is a wrong one noticed? Nothing here depends on
// time.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

namespace experiments_test {

using namespace pbp::test;

namespace {

const std::string program = std::string(PBP_BINARY_DIR) + "/experiments";
const fs::path shaders = fs::path(PBP_SOURCE_DIR) / "shaders";

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("help lists the experiments") {
        const auto outcome = run_program({program, "--help"});
        CHECK(outcome.exit_code == 0);
        for (const char* id : {"size", "access", "banks", "uniform", "bytes", "mapped_often"})
            CHECK(contains(outcome.output, std::string("  ") + id));
    }

    TEST_CASE("every item that the page names has an experiment") {
        const auto page = read_text(fs::path(PBP_SOURCE_DIR) / "docs/tuning.md");
        const auto listed = run_program({program, "--help"}).output;
        std::size_t found = 0;
        const std::string call = "./learn tune experiments --only ";
        for (auto at = page.find(call); at != page.npos; at = page.find(call, at + 1), ++found) {
            const auto from = at + call.size();
            auto ids = page.substr(from, page.find_first_of("`\n", from) - from);
            for (std::size_t comma = 0; !ids.empty(); ids.erase(0, comma + 1)) {
                comma = std::min(ids.find(','), ids.size() - 1);
                const auto id = ids.substr(0, ids.find(','));
                CAPTURE(id);
                CHECK(contains(listed, "\n  " + id + " "));
            }
        }
        CHECK(found >= 11);
    }
}

TEST_SUITE("gpu") {
    TEST_CASE("both ways of every experiment are right, and the tables hold them all") {
        if (skip_without_gpu()) return;
        const Folder out;
        const auto outcome = run_program({program, "--quick", "--out", out.path()});
        CAPTURE(outcome.output);
        CHECK(outcome.exit_code == 0);
        const auto document =
            nlohmann::json::parse(read_text(out.path() / "experiments/experiments.json"), nullptr, false);
        REQUIRE(document.is_object());
        CHECK(document["experiments"].size() >= 20);
        for (const auto& experiment : document["experiments"]) {
            CHECK(experiment["problem"] == "");
            CHECK(experiment["time_a"]["median_ms"] > 0);
            CHECK(experiment["time_b"]["median_ms"] > 0);
        }
        CHECK(count(read_text(out.path() / "experiments/experiments.md"), "\n| ") ==
              document["experiments"].size() + 1);
    }

    TEST_CASE("a way whose result differs from the CPU's is named, exit 1") {
        if (skip_without_gpu()) return;
        const Folder folder;
        fs::copy(shaders, folder.path() / "shaders", fs::copy_options::recursive);
        folder.write("shaders/experiments/copy_four.comp",
                     replaced(read_text(shaders / "experiments/copy_four.comp"), "+ 1u", "+ 2u"));
        const auto run = [&] {
            return run_program({program, "--quick", "--only", "wide", "--shaders", folder.path() / "shaders",
                                "--out", folder.path()});
        };
        check_ended(run(), 1, {"WRONG: 16 bytes a load"});
        CHECK(!fs::exists(folder.path() / "experiments/experiments.md"));
        folder.write("shaders/experiments/copy_four.comp",
                     "#version 450 core\nvoid main() { nonsense; }\nlayout(local_size_x = 64) in;\n");
        check_ended(run(), 3, {"copy_four.comp:2"});
    }
}

}  // namespace experiments_test
