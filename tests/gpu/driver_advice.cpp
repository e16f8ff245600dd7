// SPDX-License-Identifier: MIT
// What a machine without OpenGL 4.5 is advised, by what its driver says of itself.
#include "common/opengl/driver_advice.hpp"

#include <doctest/doctest.h>

using namespace pbp;

namespace {

bool has(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("the OpenGL of Windows itself is named, with what to install") {
        for (const char* renderer : {"GDI Generic", "D3D12 (Microsoft Basic Render Driver)"}) {
            const auto advice = advice_for({renderer, "1.1.0"}, "otherwise");
            CHECK(has(advice, renderer));
            CHECK(has(advice, "from its vendor"));
            CHECK(has(advice, "remote desktop"));
        }
        const auto layer = advice_for({"D3D12 (NVIDIA GeForce RTX 4060)", "3.3"}, "otherwise");
        CHECK(has(layer, "Microsoft's layer over Direct3D"));
        CHECK(!has(layer, "remote desktop"));
    }

    TEST_CASE("other drivers, and none at all, are advised as their system says") {
        CHECK(advice_for({"Intel(R) HD Graphics 4000", "4.0.0 - Build 10.18"}, "otherwise") == "otherwise");
        CHECK(advice_for({}, "otherwise") == "otherwise");
    }

    TEST_CASE("a reset is blamed on the system's limit only where the work had reached it") {
        CHECK(has(reset_sentence(2.3, 2.0), "reset 2.3 s after its work began"));
        CHECK(has(reset_sentence(2.3, 2.0), "does not answer for 2 s (TDR)"));
        for (const auto& sentence :
             {reset_sentence(1.9, 2.0), reset_sentence(60.0, {}), reset_sentence({}, 2.0)}) {
            CHECK(!has(sentence, "TDR"));
            CHECK(has(sentence, "was reset by its driver"));
        }
    }
}
