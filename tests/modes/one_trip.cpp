// SPDX-License-Identifier: MIT
// Lesson 03's v10 in every order: a GPU may make the two additions of a workgroup in either order, as they
// are to different words. The simulator keeps the order of the text, so here the text has the other one, for
// any of three workgroups, and the simulator tries all orders of each of these eight shaders.
#include <doctest/doctest.h>

#include <array>

#include "tests/support/lessons.hpp"

namespace one_trip_test {

using namespace pbp::test;

/// True if a shader is right in all orders. Workgroup g makes its additions backwards if bit g of `backwards`
/// is set.
bool right(std::string text, unsigned backwards) {
    const auto begin = text.find("uint low = "), middle = text.find("const uint high = "),
               end = text.find("uint count = ");
    REQUIRE(end != text.npos);
    const auto lows = text.substr(begin + 5, middle - begin - 5),
               highs = text.substr(middle + 11, end - middle - 11);
    text.replace(begin, end - begin,
                 "uint low, high;\nif ((" + std::to_string(backwards) + " >> group & 1) == 0) {" + lows +
                     highs + "} else {" + highs + lows + "}\n");
    const Folder folder;
    std::filesystem::copy(source_dir / "shaders/common", folder.path() / "common");
    std::filesystem::copy(source_dir / "shaders/03_reduction", folder.path() / "03_reduction");
    folder.write("03_reduction/v10_one_trip.comp", text);
    const auto outcome =
        run_lesson("03_reduction", {"--only", "v10", "--sim", "--no-pictures", "--shaders",
                                    folder.path().string(), "--out", folder.path().string()});
    CAPTURE(outcome.output);
    CHECK((outcome.exit_code == 0 || outcome.exit_code == 1));
    return outcome.exit_code == 0 && contains(outcome.output, "all orders of its atomics tried");
}

TEST_SUITE("cpu") {
    TEST_CASE(
        "03 v10 is right in whatever order its atomics are made, and each fault in a rare branch is found") {
        const auto text = read_text(source_dir / "shaders/03_reduction/v10_one_trip.comp");
        for (unsigned backwards = 0; backwards < 8; ++backwards) {
            CAPTURE(backwards);
            CHECK(right(text, backwards));
        }
        const std::string taken = "sums[0] = T((atomicExchange(highs, 0u)";
        const std::vector<std::array<std::string, 2>> faults{
            {"count != groups", "count == groups"},
            {"low = atomicAdd(lows, ONE_LOW) + ONE_LOW", "low = (lows += ONE_LOW)"},
            {"count = low / ONE_LOW - 1u", "count = low / ONE_LOW"},
            {"count == groups + 1u", "count == groups"},
            {taken, "sums[1] = T((atomicExchange(highs, 0u)"},
            {taken, "sums[0] = T(((highs = 0u)"},
            {taken, "sums[0] = T((atomicExchange(highs, 1u)"},
            {"low % ONE_LOW);\n            atomicAnd(lows, 0u);\n        }",
             "low % ONE_LOW);\n lows &= 0u; }"},
            {"low % ONE_LOW);\n            atomicAnd(lows, 0u);\n        }",
             "low % ONE_LOW);\n atomicAnd(lows, 1u); }"}};
        for (const auto& [search, replacement] : faults) {
            CAPTURE(replacement);
            const auto wrong = replaced(text, search, replacement);
            bool found = false;
            for (unsigned backwards = 7; backwards > 0 && !found; --backwards)
                found = !right(wrong, backwards);
            CHECK(found);
        }
    }
}

}  // namespace one_trip_test
