// SPDX-License-Identifier: MIT
// --image of lesson 02, as a learner types it.
#include <doctest/doctest.h>

#include "common/picture/canvas/bitmap.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

namespace image_option_test {

using namespace pbp::test;

namespace {

const std::string lesson = "02_memory_access";

pbp::picture::Bitmap noise(int width, int height) {
    pbp::picture::Bitmap made{width, height, {}};
    for (int i = 0; i < width * height; ++i)
        made.pixels.push_back({static_cast<std::uint8_t>(37 * i), static_cast<std::uint8_t>(11 * i),
                               static_cast<std::uint8_t>(5 * i), static_cast<std::uint8_t>(3 * i)});
    return made;
}

}  // namespace

TEST_SUITE("gpu") {
    TEST_CASE("pictures of any shape are read whole, with their alpha") {
        if (skip_without_gpu()) return;
        const Folder out;
        for (const auto& [width, height] :
             std::vector<std::pair<int, int>>{{1, 1}, {33, 1}, {1, 50}, {67, 41}}) {
            const auto picture = noise(width, height);
            const auto file = out.path() / "mine.png";
            pbp::picture::save(picture, file);
            const auto outcome =
                run_program({lesson_program(lesson), "--only", "v6", "--image", file, "--out", out.path()});
            CAPTURE(outcome.output);
            CHECK(outcome.exit_code == 0);
            const auto drawn = pbp::picture::load_bitmap(out.path() / lesson / "v6_padded_tile_output.png");
            CHECK(drawn.width == height);
            CHECK(drawn.height == width);
            CHECK(drawn.at(height - 1, width - 1) == picture.at(width - 1, height - 1));
        }
    }

    TEST_CASE("a damaged picture is one sentence, exit 2, and nothing is drawn") {
        if (skip_without_gpu()) return;
        const Folder out;
        pbp::picture::save(noise(200, 100), out.path() / "whole.png");
        const auto whole = read_text(out.path() / "whole.png");
        for (const auto& [name, bytes] : std::vector<std::pair<std::string, std::string>>{
                 {"empty.png", ""}, {"words.png", "no picture\n"}, {"cut.png", whole.substr(0, 500)}}) {
            const auto outcome =
                run_program({lesson_program(lesson), "--image", out.write(name, bytes), "--out", out.path()});
            CAPTURE(outcome.output);
            CHECK(outcome.exit_code == 2);
            CHECK(count(outcome.output, "\n") == 1);
            CHECK(contains(outcome.output, name));
            CHECK((!fs::exists(out.path() / lesson) || fs::is_empty(out.path() / lesson)));
        }
        check_ended(run_program({lesson_program(lesson), "--image", out.path() / "whole.png", "--n", "100",
                                 "--out", out.path()}),
                    2, {"leave out --n and --data"});
        CHECK(run_program({lesson_program(lesson), "--input", "x.txt"}).exit_code == 2);
    }
}

}  // namespace image_option_test
