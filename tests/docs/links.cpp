// SPDX-License-Identifier: MIT
// Every link leads to a file, and to a place in it.
#include <doctest/doctest.h>

#include <algorithm>
#include <regex>

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

    TEST_CASE("every file of the project that a page names as code is there") {
        // Not files of an example: placeholders in capitals, and the lesson that CONTRIBUTING.md adds.
        const std::regex name(
            "`((?:common|lessons|shaders|tests|cmake|templates)/[a-z0-9_./-]+\\.(?:cpp|hpp|comp|glsl|js|py|"
            "txt|inc|css|html|cmake))`");
        std::size_t named = 0;
        for (const auto& page : pages())
            for (const auto& line : read_page(page)) {
                if (line.code || page.filename() == "CHANGELOG.md") continue;
                for (auto at = std::sregex_iterator(line.text.begin(), line.text.end(), name);
                     at != std::sregex_iterator(); ++at) {
                    const std::string file = (*at)[1];
                    if (file.find("10_") != file.npos || file.find("histogram") != file.npos) continue;
                    CAPTURE(page.string());
                    CAPTURE(file);
                    ++named;
                    CHECK(fs::exists(root / file));
                }
            }
        CHECK(named > 30);
    }
}
