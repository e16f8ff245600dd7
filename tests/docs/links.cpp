// SPDX-License-Identifier: MIT
// Every link leads to a file, and to a place in it.
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/docs/pages.hpp"

using namespace pbp::docs;

TEST_SUITE("cpu") {
    TEST_CASE("every link within the project leads somewhere") {
        std::size_t within = 0;
        for (const auto& page : pages())
            for (const auto& [words, target] : links(page)) {
                if (target.starts_with("http")) continue;
                CAPTURE(page.string());
                CAPTURE(target);
                ++within;
                const auto mark = target.find('#');
                const auto file = mark == 0 ? page : page.parent_path() / target.substr(0, mark);
                CHECK(fs::exists(file));
                if (mark == std::string::npos || !fs::exists(file)) continue;
                const auto places = anchors(file);
                CHECK(std::ranges::find(places, target.substr(mark + 1)) != places.end());
            }
        CHECK(within > 0);
    }
}
