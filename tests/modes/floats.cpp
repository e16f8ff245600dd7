// SPDX-License-Identifier: MIT
// Lesson 03 with floats, in every mode: v9 cannot add floats, so v8 runs instead, and each mode reports it;
// and a bench allows for rounding in additions.
#include "tests/support/lessons.hpp"

namespace floats_test {

using namespace pbp::test;

TEST_SUITE("gpu") {
    TEST_CASE("v8 adds floats instead of v9, in every mode, right, and each says so") {
        if (skip_without_gpu()) return;
        const Folder out;
        const std::string why = "core GLSL has no atomic addition of floats: v8 runs instead of v9";
        const auto outcome_of = [&](std::vector<std::string> words) {
            const bool draws = words.empty() || words[0] == "tune";
            words.insert(words.begin(), lesson_program("03_reduction"));
            words.insert(words.end(), {"--only", "v9", "--n", "5000", "--data", "random"});
            if (draws) words.insert(words.end(), {"--out", out.path()});
            return run_program(words);
        };
        const std::vector<std::vector<std::string>> modes{
            {}, {"bench"}, {"tune", "--local-size", "64", "--json"}, {"tune"}};
        for (auto words : modes) {
            CAPTURE(words);
            auto with_type = words;
            with_type.insert(with_type.end(), {"--type", "float"});
            check_ended(outcome_of(with_type), 0, {why});
            with_type.back() = "int";
            const auto ints = outcome_of(with_type);
            CHECK(ints.exit_code == 0);
            CHECK(!contains(ints.output, why));
        }
        // A soak of a version that does not run is not a soak.
        check_ended(outcome_of({"soak", "--runs", "3", "--type", "float"}), 1,
                    {"0 wrong, 3 gave up, none hung", why});
    }

    TEST_CASE("a bench of floats allows what their additions may round, and no more") {
        if (skip_without_gpu()) return;
        const Folder out;
        const std::vector<std::string> words{
            lesson_program("03_reduction"), "bench", "--type", "float", "--n", "65536", "--data", "random"};
        const auto right = run_program(words);
        CAPTURE(right.output);
        CHECK(right.exit_code == 0);
        CHECK(!contains(right.output, "WRONG"));
        const auto text = shader_with("03_reduction/v3_sequential.comp", "flat_workgroup()] = tile[0];",
                                      "flat_workgroup()] = tile[0] * T(1.001);");
        auto edited = words;
        edited.insert(edited.end(), {"--shader", out.write("v3_sequential.comp", text)});
        check_ended(run_program(edited), 1, {"WRONG"});
    }
}

}  // namespace floats_test
