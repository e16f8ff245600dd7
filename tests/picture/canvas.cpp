// SPDX-License-Identifier: MIT
#include "common/picture/canvas/canvas.hpp"

#include <doctest/doctest.h>

#include <array>
#include <fstream>
#include <limits>
#include <string>

#include "common/base/error.hpp"
#include "common/base/files.hpp"
#include "common/base/written.hpp"
#include "tests/support/folder.hpp"

namespace canvas_test {

using namespace pbp;
using namespace pbp::picture;
using pbp::test::contains, pbp::test::Folder, pbp::test::read_text, pbp::test::sentence_of;

namespace {

constexpr Color white{255, 255, 255}, black{0, 0, 0}, red{255, 0, 0};

/// The number of pixels that are not `background`.
int painted(const Canvas& canvas, Color background) {
    int count = 0;
    for (int y = 0; y < canvas.height(); ++y)
        for (int x = 0; x < canvas.width(); ++x) count += canvas.at(x, y) == background ? 0 : 1;
    return count;
}

}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("a rectangle on whole pixels covers them exactly") {
    Canvas canvas(6, 5, white);
    canvas.fill({1, 2, 3, 2}, red);
    CHECK(painted(canvas, white) == 6);
    CHECK(canvas.at(1, 2) == red);
    CHECK(canvas.at(3, 3) == red);
    CHECK(canvas.at(4, 3) == white);
}

TEST_CASE("a rectangle over half a pixel, or half transparent, blends by half") {
    Canvas canvas(4, 1, white);
    canvas.fill({0, 0, 1.5F, 1}, black);
    canvas.fill({3, 0, 1, 1}, {0, 0, 0, 128});
    CHECK(canvas.at(0, 0) == black);
    CHECK(canvas.at(1, 0).r == doctest::Approx(128).epsilon(0.02));
    CHECK(canvas.at(3, 0).r == doctest::Approx(127).epsilon(0.02));
    CHECK(canvas.at(3, 0).a == 255);
}

TEST_CASE("every shape is clipped, however far it reaches") {
    Canvas canvas(8, 8, white);
    const float far = 1e9F, endless = std::numeric_limits<float>::infinity();
    canvas.fill({-far, -far, 3 * far, 3 * far}, red);
    CHECK(painted(canvas, red) == 0);
    canvas.fill({endless, 0, 1, 1}, black);
    canvas.frame({-50, -50, 400, 400}, black, 2);
    canvas.line(
        {
            -far,
            4,
        },
        {-10, 4}, black, 3);
    canvas.arrow({0, -40}, {0, -20}, black, 2, 8);
    canvas.curve({-50, 3}, {-30, 8}, black, 2);
    canvas.disc({100, 100}, 20, black);
    canvas.ring({4, 4}, 60, black, 2);
    canvas.polygon(std::array{Point{20, 20}, Point{30, 20}, Point{25, 30}}, black);
    canvas.text({-500, -500}, "outside", 12, black);
    canvas.text({0, 300}, "outside", 12, black);
    CHECK(painted(canvas, red) == 0);
    CHECK(canvas.at(-1, 0).a == 0);
    CHECK(canvas.at(8, 0).a == 0);
}

TEST_CASE("a line, a disc and a ring cover about their area") {
    Canvas canvas(100, 100, white);
    const auto area = [&] {
        double sum = 0;
        for (int y = 0; y < 100; ++y)
            for (int x = 0; x < 100; ++x) sum += (255 - canvas.at(x, y).r) / 255.0;
        return sum;
    };
    SUBCASE("line") {
        canvas.line({10, 10}, {70, 90}, black, 4);
        CHECK(area() == doctest::Approx(400).epsilon(0.03));
    }
    SUBCASE("disc") {
        canvas.disc({50, 50}, 20, black);
        CHECK(area() == doctest::Approx(1256.6).epsilon(0.02));
    }
    SUBCASE("ring") {
        canvas.ring({50, 50}, 20, black, 3);
        CHECK(area() == doctest::Approx(377).epsilon(0.02));
        CHECK(canvas.at(50, 50) == white);
    }
    SUBCASE("triangle, either way round") {
        canvas.polygon(std::array{Point{10, 10}, Point{10, 60}, Point{70, 10}}, black);
        CHECK(area() == doctest::Approx(1500).epsilon(0.03));
    }
}

TEST_CASE("an arrow is wider at its head") {
    Canvas canvas(40, 21, white);
    canvas.arrow({2, 10}, {36, 10}, black, 2, 10);
    const auto thickness = [&](int x) {
        int count = 0;
        for (int y = 0; y < 21; ++y) count += canvas.at(x, y).r < 128 ? 1 : 0;
        return count;
    };
    CHECK(thickness(10) == 2);
    CHECK(thickness(27) > 6);
    CHECK(thickness(34) < 4);
}

TEST_CASE("a canvas has at least one pixel") {
    const Canvas canvas(0, -3, red);
    CHECK(canvas.width() == 1);
    CHECK(canvas.height() == 1);
    CHECK(canvas.at(0, 0) == red);
}

TEST_CASE("a saved picture is a whole PNG, on its folder's list, and no other file remains") {
    const Folder folder;
    const auto file = folder.path() / "a.png";
    Canvas canvas(33, 17, white);
    canvas.save(file);
    canvas.save(file);  // replaces the first
    const auto bytes = read_text(file);
    CHECK(bytes.substr(1, 3) == "PNG");
    CHECK(static_cast<int>(bytes[19]) == 33);
    CHECK(static_cast<int>(bytes[23]) == 17);
    CHECK(bytes.substr(bytes.size() - 8, 4) == "IEND");
    CHECK(pbp::written::listed(folder.path()) == std::vector<std::string>{"a.png"});
    int files = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path())) ++files;
    CHECK(files == 2);
}

TEST_CASE("a picture that somebody else saved is neither replaced nor removed") {
    const Folder folder;
    const Canvas canvas(4, 4, white);
    const auto theirs = folder.path() / "v1_holiday.png", linked = folder.path() / "v1_link.png";
    std::ofstream(theirs) << "theirs";
    std::filesystem::create_symlink("nowhere", linked);
    canvas.save(folder.path() / "v1_ours.png");
    for (const auto& file : {theirs, linked}) {
        CAPTURE(file.string());
        CHECK_THROWS_AS(canvas.save(file), Error);
    }
    pbp::remove_pictures(folder.path(), "v1");
    CHECK(std::filesystem::file_size(theirs) == 6);
    CHECK(std::filesystem::is_symlink(linked));
    CHECK(!std::filesystem::exists(folder.path() / "v1_ours.png"));
}

TEST_CASE("a picture of a version that kept no list is replaced") {
    const Folder folder;
    Canvas canvas(40, 40, white);
    canvas.text({2, 2}, "text", 12, red);
    const auto file = folder.path() / "a.png";
    canvas.save(file);
    std::filesystem::remove(folder.path() / ".pass_by_pass");
    canvas.save(file);
    CHECK(pbp::written::listed(folder.path()) == std::vector<std::string>{"a.png"});
}

TEST_CASE("a folder that cannot be written is reported, and no partial file remains") {
    const Folder folder;
    const Canvas canvas(4, 4, white);
    const auto sentence = [&](const std::filesystem::path& file) {
        return sentence_of(ExitCode::wrong_usage, [&] { canvas.save(file); });
    };
    CHECK(contains(sentence(folder.path() / "missing/a.png"), (folder.path() / "missing").generic_string()));
    std::ofstream(folder.path() / "file") << "x";
    CHECK(contains(sentence(folder.path() / "file/a.png"), "make it writable"));
    // A folder has the picture's name: the rename fails after the bytes were written.
    std::filesystem::create_directories(folder.path() / "taken.png" / "full");
    sentence(folder.path() / "taken.png");
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
        CHECK(entry.path().extension() != ".part");
    }
}

TEST_SUITE_END();

}  // namespace canvas_test
