// SPDX-License-Identifier: MIT
// Faults in the lessons' shaders, and what somebody who had not seen the stepper expected it to answer,
// worked out by hand before.
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/support/lessons.hpp"

using namespace pbp::test;

TEST_SUITE_BEGIN("cpu");

namespace {

struct Planted {
    const char *lesson, *shader, *right, *fault;
    const char* options;
    const char* data;
    const char* commands;
    std::vector<const char*> answers;  ///< in this order
};

const Planted all[] = {
    {"03_reduction",
     "v3_sequential",
     "tile[i] + tile[i + stride]",
     "tile[i] + tile[i + LOCAL_SIZE / (2u * pass)]",
     "--n 16 --local-size 16",
     "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16",
     "break 30; run; vars sum; run; vars sum; run; vars sum; run; vars sum; print tile; who tile[2]",
     {"sum 10 ", "sum 28 ", "sum 64 ", "sum 100 ", "tile[0] 64, tile[1] 72, tile[2] 36, tile[3] 40,",
      "lanes 0 to 3, v3_sequential.comp:30"}},
    {"05_bitonic_sort",
     "v1_shared",
     "min(a, b), larger = max(a, b)",
     "int(a - b) < 0 ? a : b, larger = a ^ b ^ smaller",
     "--n 8",
     "500000000 2000000000 3500000000 1000000000 4000000000 0 2500000000 1500000000",
     "break 30; run; vars smaller; run; print tile; run; run; run; vars low; vars high; vars a; vars b; vars "
     "smaller",
     {"smaller 500000000 3500000000 4000000000 1500000000",
      "tile[0] 500000000, tile[1] 2000000000, tile[2] 1000000000, tile[3] 3500000000, tile[4] 4000000000, "
      "tile[5] 0, "
      "tile[6] 2500000000, tile[7] 1500000000",
      "low 0 ", "high 2 ", "a 500000000 ", "b 3500000000 ", "smaller 3500000000 "}},
    {"06_subgroup_scan",
     "v1_hillis_steele",
     "i >= stride",
     "i > stride",
     "--n 8",
     "1 2 3 4 5 6 7 8",
     "break 26; run; vars left; run; vars left; run; print sums; vars left; who sums[3]",
     {"left 0 0 2 3 4 5 6 7", "left 0 0 0 2 5 7 9 11",
      "sums[0] 1, sums[1] 2, sums[2] 5, sums[3] 9, sums[4] 14, sums[5] 18, sums[6] 22, sums[7] 26",
      "left 0 0 0 0 0 2 ", "v1_hillis_steele.comp:28"}}};

/// With one blank where there are several.
std::string single_spaced(const std::string& text) {
    std::string made;
    for (const char c : text)
        if (c != ' ' || (!made.empty() && made.back() != ' ')) made += c;
    return made;
}

}  // namespace

TEST_CASE("a stepper answers what is asked to find a fault") {
    for (const auto& [lesson, shader, right, fault, options, data, commands, answers] : all) {
        CAPTURE(lesson);
        Folder folder;
        std::string numbers = data;
        std::ranges::replace(numbers, ' ', '\n');
        const auto name = std::string(shader) + ".comp",
                   text = shader_with(std::string(lesson) + "/" + name, right, fault),
                   file = folder.write(name, text).string(),
                   input = folder.write("data.txt", numbers).string();
        const auto version = std::string(shader).substr(0, 2);
        const auto outcome =
            run_program({"bash", "-c",
                         lesson_program(lesson) + " step --only " + version + " " + options + " --shader " +
                             file + " --input " + input + " --do '" + commands + "'"});
        CHECK_MESSAGE(outcome.exit_code == 0, outcome.output);
        const auto said = single_spaced(outcome.output);
        std::size_t at = 0;
        for (const std::string answer : answers) {
            const auto found = said.find(answer, at);
            CHECK_MESSAGE(found != said.npos, answer << " in\n" << said);
            if (found != said.npos) at = found + answer.size();
        }
    }
}
