// SPDX-License-Identifier: MIT
// What a machine without OpenGL 4.5 is advised, by what its driver says of itself.
#include "common/opengl/driver_advice.hpp"

#include <doctest/doctest.h>

#include "tests/support/folder.hpp"

using namespace pbp;
using pbp::test::contains;

TEST_SUITE("cpu") {
    TEST_CASE("the OpenGL of Windows itself is named, with what to install") {
        for (const char* renderer : {"GDI Generic", "D3D12 (Microsoft Basic Render Driver)"}) {
            const auto advice = advice_for({renderer, "1.1.0"}, "otherwise");
            CHECK(contains(advice, renderer));
            CHECK(contains(advice, "from its vendor"));
            CHECK(contains(advice, "remote desktop"));
        }
        const auto layer = advice_for({"D3D12 (NVIDIA GeForce RTX 4060)", "3.3"}, "otherwise");
        CHECK(contains(layer, "Microsoft's layer over Direct3D"));
        CHECK(!contains(layer, "remote desktop"));
    }

    TEST_CASE("other drivers, and none at all, are advised as their system says") {
        CHECK(advice_for({"Intel(R) HD Graphics 4000", "4.0.0 - Build 10.18"}, "otherwise") == "otherwise");
        CHECK(advice_for({}, "otherwise") == "otherwise");
    }

    TEST_CASE("a reset is blamed on the system's limit only where the work had reached it") {
        CHECK(contains(reset_sentence(2.3, 2.0), "reset 2.3 s after its work began"));
        CHECK(contains(reset_sentence(2.3, 2.0), "does not answer for 2 s (TDR)"));
        for (const auto& sentence :
             {reset_sentence(1.9, 2.0), reset_sentence(60.0, {}), reset_sentence({}, 2.0)}) {
            CHECK(!contains(sentence, "TDR"));
            CHECK(contains(sentence, "was reset by its driver"));
        }
    }
}
