// SPDX-License-Identifier: MIT
// Local sizes that are asked for, or that somebody typed into a shader as a number.

#include <algorithm>

#include "tests/support/lessons.hpp"

using namespace pbp::test;

namespace local_size_test {

namespace {

/// The output of a version of lesson 03 or 05 on the simulator, with other words for its LOCAL_SIZE.
Outcome typed(const std::string& lesson, const std::string& version, const std::string& size,
              std::vector<std::string> words) {
    const Folder folder;
    auto text = read_text(source_dir / "shaders" / lesson / (version + ".comp"));
    const std::string usual = "layout(local_size_x = LOCAL_SIZE)";
    REQUIRE(count(text, usual) == 1);
    folder.write(version + ".comp", text.replace(text.find(usual), usual.size(), size));
    words.insert(words.end(), {"--sim", "--no-pictures", "--out", folder.path().string(), "--shader",
                               (folder.path() / (version + ".comp")).string()});
    return run_lesson(lesson, words);
}

bool asked_for(const std::string& lesson) {
    const auto all = lessons();
    return std::ranges::find(all, lesson) != all.end();
}

}  // namespace

TEST_CASE("every version is right at every local size that it takes, on the simulator") {
    const Folder out;
    for (const auto& lesson : lessons())
        for (const char* local_size : {"8", "32", "256"}) {
            const auto outcome =
                run_lesson(lesson, {"--sim", "--quiet", "--no-pictures", "--n", "1000", "--data", "random",
                                    "--local-size", local_size, "--out", out.path().string()});
            CAPTURE(lesson);
            CAPTURE(local_size);
            CAPTURE(outcome.output);
            CHECK((outcome.exit_code == 0 || contains(outcome.output, "this lesson leaves no size open")));
        }
}

TEST_CASE("a typed local size: the run adapts where the version leaves it open") {
    if (!asked_for("03_reduction")) return;
    const auto outcome = typed("03_reduction", "v3_sequential", "layout(local_size_x = 8)", {"--n", "50"});
    CAPTURE(outcome.output);
    CHECK(outcome.exit_code == 0);
    CHECK(contains(outcome.output,
                   "your local_size is 8, so this run starts 8 invocations per workgroup instead of 16"));
}

TEST_CASE("a typed local size: where the run cannot adapt, a wrong result says what to do") {
    if (asked_for("03_reduction")) {
        const auto asked = typed("03_reduction", "v3_sequential", "layout(local_size_x = 8)",
                                 {"--n", "50", "--local-size", "16"});
        CAPTURE(asked.output);
        CHECK(asked.exit_code == 1);
        CHECK(contains(asked.output, "your local_size is 8, this run starts 16: --local-size 8"));
        const auto odd = typed("03_reduction", "v3_sequential", "layout(local_size_x = 12)", {"--n", "50"});
        CAPTURE(odd.output);
        CHECK(contains(odd.output,
                       "your local_size is 12, this run starts 16: write local_size_x = LOCAL_SIZE"));
        const auto named = typed("03_reduction", "v3_sequential",
                                 "const uint SIZE = 4u;\nlayout(local_size_x = SIZE)", {"--n", "50"});
        CAPTURE(named.output);
        CHECK(contains(named.output, "your local_size is 4, this run starts 16: --local-size 4"));
    }
    if (asked_for("05_bitonic_sort")) {
        const auto fixed = typed("05_bitonic_sort", "v1_shared", "layout(local_size_x = 8)", {"--n", "32"});
        CAPTURE(fixed.output);
        CHECK(contains(fixed.output,
                       "your local_size is 8, this run starts 16: write local_size_x = LOCAL_SIZE"));
    }
}

}  // namespace local_size_test
