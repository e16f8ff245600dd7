// SPDX-License-Identifier: MIT
#include "common/picture/diagram/hierarchy.hpp"

#include <doctest/doctest.h>

#include <set>

using namespace pbp::picture;

namespace {

/// The parts of a level whose text is requested.
std::set<std::uint32_t> drawn(std::uint32_t count, std::uint32_t chosen, std::uint32_t most) {
    std::set<std::uint32_t> parts;
    Level level{"level", "", "", count, chosen, most, [](auto part) { return std::to_string(part); }, {}};
    level.text = [&](std::uint32_t part) {
        parts.insert(part);
        return "";
    };
    draw(Hierarchy{"title", {level}, "how to read"});
    return parts;
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("a level shows its chosen part, and no more than fits") {
        for (const std::uint32_t count : {1u, 2u, 7u, 8u, 9u, 1000u})
            for (const std::uint32_t chosen : {0u, 1u, count / 2, count - 1}) {
                if (chosen >= count) continue;
                CAPTURE(count);
                CAPTURE(chosen);
                const auto parts = drawn(count, chosen, 8);
                CHECK(parts.contains(chosen));
                CHECK(*parts.rbegin() < count);
                CHECK(parts.size() <= 8);
                if (count <= 8) CHECK(parts.size() == count);
            }
        CHECK(drawn(1000, 999, 1).contains(999));
    }
}
