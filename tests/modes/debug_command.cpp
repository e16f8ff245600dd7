// SPDX-License-Identifier: MIT
// --debug and capture as a person types them.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

namespace debug_command_test {

using namespace pbp::test;

namespace {

const std::string lesson = "05_bitonic_sort";

/// The project's shaders in a separate folder, for editing.
struct Edited {
    Folder folder;
    Edited() {
        fs::copy(fs::path(PBP_SOURCE_DIR) / "shaders", folder.path() / "shaders",
                 fs::copy_options::recursive);
    }
    void replace(const std::string& shader, const std::string& search, const std::string& replacement) {
        const auto file = "shaders/" + lesson + "/" + shader;
        folder.write(file, replaced(read_text(folder.path() / file), search, replacement));
    }
    /// Adds a call before v3's comparison, and the include.
    void call(const std::string& text, const std::string& include = "#include \"debug.glsl\"\n") {
        replace("v3_global.comp", "#include \"grid.glsl\"\n", "#include \"grid.glsl\"\n" + include);
        replace("v3_global.comp", "    const uint a = keys[low]",
                "    " + text + "\n    const uint a = keys[low]");
    }
    Outcome typed(std::vector<std::string> words, const std::string& environment = "") {
        words.insert(words.begin(), lesson_program(lesson));
        words.insert(words.end(), {"--shaders", "shaders", "--out", "out"});
        return run_program(words, "cd " + quoted(folder.path()) + " && " + environment);
    }
    bool drew_something() const {
        return fs::exists(folder.path() / "out" / lesson) && !fs::is_empty(folder.path() / "out" / lesson);
    }
};

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE_FIXTURE(Edited, "--debug without a call is refused before anything runs; exit 2") {
        for (const std::vector<std::string>& words : {std::vector<std::string>{"--debug"},
                                                      {"--debug", "--only", "v2"},
                                                      {"--debug", "--only", "v1,v3"}}) {
            const auto outcome = typed(words);
            CAPTURE(outcome.output);
            check_ended(outcome, 2,
                        {"--debug: the shaders of ", "#include \"debug.glsl\" to shaders/05_bitonic_sort/v"});
            CHECK(count(outcome.output, "\n") == 1);
            CHECK_FALSE(fs::exists(folder.path() / "out"));
        }
        call("// LOG(low);");  // a call in a comment does not count
        CHECK(typed({"--debug"}).exit_code == 2);
    }

    TEST_CASE_FIXTURE(Edited,
                      "a call in another version's shader does not help; one in a shader it runs does") {
        call("LOG(low);");
        CHECK(typed({"--debug", "--only", "v2"}).exit_code == 2);
        CHECK(typed({"--debug", "--only", "v6"}).exit_code == 2);
    }

    TEST_CASE_FIXTURE(Edited, "capture without a display is refused in a sentence") {
        check_refused(typed({"capture"}, "DISPLAY= WAYLAND_DISPLAY= env -u DISPLAY -u WAYLAND_DISPLAY"), 4,
                      {"xvfb-run -a"});
        CHECK_FALSE(drew_something());
    }
}

TEST_SUITE("gpu") {
    TEST_CASE_FIXTURE(Edited, "an assertion that fails: its place, text, ids and pass; exit 1") {
        if (skip_without_gpu()) return;
        call("ASSERT(block != 8u || low != 5u);");
        check_ended(
            typed({"--debug", "--only", "v3", "--n", "1000"}), 1,
            {"ASSERT(block != 8u || low != 5u) failed at shaders/05_bitonic_sort/v3_global.comp:23, in "
             "pass 5 of 55 (invocations in natural order): global id 3, local id 3, workgroup 0.\n",
             "1 of 512 invocations failed.\n"});
        // Without --debug there are no assertions.
        CHECK(typed({"--only", "v3", "--n", "1000"}).exit_code == 0);
    }

    TEST_CASE_FIXTURE(Edited, "one invocation of a million, in a lesson") {
        if (skip_without_gpu()) return;
        call("ASSERT(low != 1234567u);");
        const auto outcome =
            typed({"--debug", "--only", "v3", "--n", "2097152", "--no-pictures", "--time-limit", "60"});
        CAPTURE(outcome.output);
        check_ended(outcome, 1, {"1 of 1048576 invocations failed."});
        // Invocation 77160 * 8 + 7 has low = 77160 * 16 + 7 when the stride is 8, first in pass 7.
        CHECK(contains(outcome.output, "in pass 7 of 231"));
        CHECK(contains(outcome.output, "global id 617287, local id 71, workgroup 2411."));
    }

    TEST_CASE_FIXTURE(Edited, "logs on the terminal and in --json; versions without a call get a note") {
        if (skip_without_gpu()) return;
        call("if (stride == 4u) LOG(uvec2(low, high));");
        check_ended(
            typed({"--debug", "--only", "v3,v5,v2", "--n", "8"}), 0,
            {"--debug: its shaders contain no ASSERT or LOG call",
             "pass 4 of 6:\n        shaders/05_bitonic_sort/v3_global.comp:23  global id 0, local id 0, "
             "workgroup 0  uvec2(low, high) = (0, 4)\n"});
        const auto document =
            nlohmann::json::parse(typed({"--debug", "--json", "--only", "v3", "--n", "8"}).output);
        const auto& logs = document["versions"][0]["debug"]["logs"];
        REQUIRE(logs.size() == 4);
        CHECK(logs[3]["value"] == "(3, 7)");
        CHECK(logs[3]["who"]["global"] == nlohmann::json({3, 0, 0}));
    }

    TEST_CASE_FIXTURE(Edited, "a call without the include says which line is missing; exit 3") {
        if (skip_without_gpu()) return;
        call("LOG(low);", "");
        check_ended(typed({"--debug", "--only", "v3"}), 3,
                    {"shaders/05_bitonic_sort/v3_global.comp:22: error: ",
                     "hint: LOG comes from debug.glsl; write #include \"debug.glsl\" into "});
    }
}

}  // namespace debug_command_test
