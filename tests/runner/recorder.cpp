// SPDX-License-Identifier: MIT
#include "common/record/recorder.hpp"

#include <doctest/doctest.h>

#include "tests/support/folder.hpp"

namespace recorder_test {

using namespace pbp;
using namespace pbp::test;

TEST_SUITE("cpu") {
    TEST_CASE("a state of several arrays is one pass; a failure names the array and keeps its rows alone") {
        const std::vector<double> twin{1, 2, 3};
        const std::vector<float> right{1, 2.00001F, 3}, wrong{1, 2, 3.5F};
        const std::vector<std::uint32_t> words{7, 8};
        Recorder recorder(2, false);
        recorder.set_tolerance(1e-4);
        recorder.set_element("particle");
        for (int step = 1; step <= 2; ++step)
            recorder.pass(fmt::format("step {}", step),
                          {{.values = right, .expected = twin, .part = "height"},
                           {.values = right, .expected = twin, .part = "speed"},
                           {.values = words, .expected = words, .part = "after it", .element = "word"}});
        CHECK(recorder.passes_checked() == 2);
        REQUIRE(recorder.passes().size() == 6);
        CHECK(recorder.passes()[4].label() == "step 2, speed");
        CHECK(recorder.passes()[4].values.size() == 2);

        const auto sentence = sentence_of(ExitCode::check_failed, [&] {
            recorder.pass("step 3", {{.values = right, .expected = twin, .part = "height"},
                                     {.values = wrong, .expected = twin, .part = "speed"}});
        });
        CHECK(sentence.starts_with(
            "wrong after step 3, speed: particle 2 is 3.5, expected 3; 1 of 3 particles differ."));
        REQUIRE(recorder.passes().size() == 3);
        CHECK(recorder.passes()[0].label() == "step 1, speed");
        CHECK(recorder.passes()[2].label() == "step 3, speed");
        CHECK(recorder.wrong_index() == 2);
        const std::vector<std::uint32_t> touched{7, 9};
        CHECK(
            contains(error_of([&] {
                         recorder.pass(
                             "step 3",
                             {{.values = touched, .expected = words, .part = "after it", .element = "word"}});
                     }).second,
                     "wrong after step 3, after it: word 1 is 9, expected 8; 1 of 2 words differ."));
    }
}

}  // namespace recorder_test
