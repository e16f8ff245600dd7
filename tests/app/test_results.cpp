// SPDX-License-Identifier: MIT
// ./learn test --json and --output-junit, on a small project of tests with every outcome and awkward names.
#include <nlohmann/json.hpp>

#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

using namespace pbp::test;

namespace {

/// A folder with `learn` and a build of four tests: nothing is left to be built.
struct Class {
    Folder folder;

    Class() {
        fs::create_directories(project());
        fs::copy_file(fs::path(PBP_SOURCE_DIR) / "learn", project() / "learn");
        folder.write("project/build/build.ninja", "");
        folder.write(
            "project/build/CTestTestfile.cmake",
            "add_test(right \"sh\" \"-c\" \"echo '<testcase name=\\\"no test\\\" time=\\\"1\\\"/>'\")\n"
            "add_test([=[\"wrong\" <a&b> \\ 'c']=] \"false\")\n"
            "add_test(without \"sh\" \"-c\" \"echo SKIPPED\")\n"
            "set_tests_properties(without PROPERTIES SKIP_REGULAR_EXPRESSION SKIPPED)\n"
            "add_test(lost \"/no/such/program\")\n");
        fs::create_directories(folder.path() / "of the caller");
    }
    fs::path project() const { return folder.path() / "project"; }
    fs::path caller() const { return folder.path() / "of the caller"; }
    /// Only what comes on stdout.
    Outcome test(const std::string& options) const {
        return run_program({"sh", "-c", "cd \"$1\" && \"$2\" --no-build test " + options + " 2>\"$1/stderr\"",
                            "sh", caller(), project() / "learn"});
    }
};

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE_FIXTURE(Class, "test results as one JSON document") {
        const auto outcome = test("--json");
        CAPTURE(outcome.output);
        CHECK(outcome.exit_code == 8);  // CTest's own
        const auto document = nlohmann::json::parse(outcome.output, nullptr, false);
        REQUIRE(document.is_object());
        std::map<std::string, std::string> results;
        for (const auto& one : document["tests"]) {
            results[one["name"]] = one["result"];
            CHECK(one["seconds"].get<double>() >= 0);
        }
        CHECK((results == std::map<std::string, std::string>{{"right", "passed"},
                                                             {"\"wrong\" <a&b> \\ 'c'", "failed"},
                                                             {"without", "skipped"},
                                                             {"lost", "failed"}}));
        CHECK(document["totals"]["tests"] == 4);
        CHECK(document["totals"]["passed"] == 1);
        CHECK(document["totals"]["failed"] == 2);
        CHECK(document["totals"]["skipped"] == 1);
        CHECK(contains(read_text(caller() / "stderr"), "tests failed"));  // a person still sees CTest's words

        const auto right = test("--json -R '^right$'"), none = test("--json -R nothing");
        CHECK(right.exit_code == 0);
        CHECK(nlohmann::json::parse(right.output)["totals"]["passed"] == 1);
        CHECK(none.exit_code == 0);
        CHECK(nlohmann::json::parse(none.output)["tests"].empty());
    }

    TEST_CASE_FIXTURE(Class, "JUnit results lie where the caller says, seen from the caller's folder") {
        for (const char* option :
             {"--output-junit 'a b.xml'", "--output-junit='a b.xml'", "--json --output-junit 'a b.xml'"}) {
            CAPTURE(option);
            const auto outcome = test(std::string(option) + " -R right");
            CHECK(outcome.exit_code == 0);
            const auto xml = read_text(caller() / "a b.xml");
            CHECK(contains(xml, "<testcase name=\"right\""));
            CHECK(contains(xml, "tests=\"1\""));
            fs::remove(caller() / "a b.xml");
        }
        CHECK(test("--output-junit").exit_code == 2);
        CHECK(contains(read_text(caller() / "stderr"), "--output-junit needs a file"));
        CHECK(test("--output-junit no/such/folder.xml").exit_code == 4);
        CHECK(contains(read_text(caller() / "stderr"), "cannot write the results to "));
    }
}
