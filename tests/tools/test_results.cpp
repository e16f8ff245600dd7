// SPDX-License-Identifier: MIT
// ./learn test --json and --output-junit, on a small project of tests with every outcome and awkward names.
#include <nlohmann/json.hpp>

#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

namespace test_results_test {

using namespace pbp::test;

namespace {

/// A folder with `learn` and a build of four tests: nothing is left to build.
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
    /// Only the output on stdout.
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
        CHECK(contains(read_text(caller() / "stderr"), "tests failed"));  // CTest's output is still shown

        const auto right = test("--json -R '^right$'"), none = test("--json -R nothing");
        CHECK(right.exit_code == 0);
        CHECK(nlohmann::json::parse(right.output)["totals"]["passed"] == 1);
        CHECK(none.exit_code == 8);  // a run that checked nothing has shown nothing
        CHECK(test("--json -R '('").exit_code == 8);
        CHECK(nlohmann::json::parse(none.output)["tests"].empty());
    }

    TEST_CASE_FIXTURE(Class, "JUnit results go where the caller says, relative to the caller's folder") {
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

    TEST_CASE_FIXTURE(Class, "an unknown option of ./learn test, or one without its value, starts no test") {
        for (const char* options : {"--foo",
                                    "foo",
                                    "''",
                                    "-R",
                                    "-R ''",
                                    "-R -V",
                                    "-E",
                                    "-L",
                                    "-LE",
                                    "-j",
                                    "-j 0",
                                    "-j -1",
                                    "-j0",
                                    "-jx",
                                    "--parallel",
                                    "--timeout",
                                    "--timeout x",
                                    "--repeat",
                                    "--repeat until-fail",
                                    "--repeat until-fail:0",
                                    "--repeat-until-fail",
                                    "--output-junit=",
                                    "--output-junit ''",
                                    "--output-junit --json",
                                    "--test-dir /tmp",
                                    "-S file",
                                    "--no-tests",
                                    "-R right --foo",
                                    "--json --foo"}) {
            CAPTURE(options);
            const auto outcome = test(options);
            CHECK(outcome.exit_code == 2);
            CHECK(outcome.output.empty());
            const auto said = read_text(caller() / "stderr");
            CAPTURE(said);
            CHECK(said.starts_with("learn: "));
            CHECK(count(said, "\n") == 1);
        }
        test("--foo");
        CHECK(contains(read_text(caller() / "stderr"), "unknown option '--foo' of ./learn test; it takes "));
        test("-R");
        CHECK(contains(read_text(caller() / "stderr"),
                       "-R takes a part of a test's name, as in ./learn test -R reduction, not ''."));
    }

    TEST_CASE_FIXTURE(Class, "options that ./learn test knows go to ctest") {
        for (const char* options :
             {"-R right", "-R '^right$' -j 2", "-R right -j2 -V", "-E 'wrong|lost'",
              "-R right --repeat until-fail:2", "-R right --timeout 10 --stop-on-failure", "-N",
              "--tests-regex right", "-R right --schedule-random --progress", "-LE nothing -R right",
              "-R right -LE x --json"}) {
            CAPTURE(options);
            const auto outcome = test(options);
            CAPTURE(outcome.output);
            CAPTURE(read_text(caller() / "stderr"));
            CHECK(outcome.exit_code == 0);
        }
        CHECK(test("--json").exit_code == 8);
        const auto again = test("--json --rerun-failed");
        CHECK(again.exit_code == 8);
        CHECK(nlohmann::json::parse(again.output)["totals"]["tests"] == 2);
    }
}

}  // namespace test_results_test
