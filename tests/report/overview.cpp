// SPDX-License-Identifier: MIT
// The list of all runs.
#include "common/report/overview.hpp"

#include <doctest/doctest.h>

#include "common/report/page.hpp"
#include "tests/report/sample.hpp"
#include "tests/support/folder.hpp"

using namespace pbp::page;
using namespace pbp::page::test;
using pbp::test::contains, pbp::test::Folder;

namespace {

Report run_of(const std::string& lesson, const std::string& status) {
    Report report;
    report.lesson = lesson;
    report.title = "title of " + lesson;
    report.versions = {version_of("v1", sorted_rows(8, 6))};
    report.versions[0].status = status;
    report.versions[0].pictures = {"v1.png"};
    return report;
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("each run is listed with its pictures and its result, in order") {
        const Folder out;
        out.write("05_bitonic_sort/index.html", page_of(run_of("05_bitonic_sort", "wrong")));
        out.write("03_reduction/index.html", page_of(run_of("03_reduction", "right")));
        const auto page = overview_of(out.path(), out.path() / "project");
        const auto third = page.find("title of 03"), fifth = page.find("title of 05");
        REQUIRE(fifth != std::string::npos);
        CHECK(third < fifth);
        CHECK(contains(page, "1 version right"));
        CHECK(contains(page, "1 of 1 version wrong"));
        CHECK(contains(page, "src=\"05_bitonic_sort/v1.png\""));
        CHECK(contains(page, "href=\"03_reduction/index.html\""));
    }

    TEST_CASE("a version that is wrong on purpose is not called right") {
        const Folder out;
        auto run = run_of("04_odd_even_sort", "shown");
        run.versions.push_back(version_of("v2", sorted_rows(8, 6)));
        out.write("04_odd_even_sort/index.html", page_of(run));
        const auto page = overview_of(out.path(), out.path());
        CHECK(contains(page, "1 version right, 1 wrong on purpose"));
        CHECK(!contains(page, "2 versions right"));
    }

    TEST_CASE("a card has one sentence, one picture, a list of versions and the state of the exercises") {
        const Folder out;
        auto run = run_of("03_reduction", "shown");
        run.about = "Adds up\nn values. And more.";
        run.versions.push_back(version_of("v2", sorted_rows(8, 6)));
        run.versions[1].pictures = {"v2.png"};
        run.versions[1].idea = "the idea of v2";
        out.write("03_reduction/index.html", page_of(run));
        for (const std::string name : {"e1_one.md", "e2_two.md", "e3_three.md", "e1_one.comp"})
            out.write("shaders/03_reduction/exercises/" + name, "words");
        const auto page = [&](const std::string& progress) {
            out.write("my_exercises/progress.json", progress);
            return overview_of(out.path(), out.path());
        };
        const auto text = page(
            "{\"03.2\": {\"solved\": true}, \"03.1\": {\"solved\": false}, \"04.1\": {\"solved\": true}}");
        CHECK(contains(text, "<p>Adds up n values.</p>"));
        CHECK(!contains(text, "And more"));
        CHECK(contains(text, "Exercises: 1 of 3 solved."));
        CHECK(contains(text, "href=\"03_reduction/index.html#v2\""));
        CHECK(contains(text, "the idea of v2"));
        CHECK(contains(text,
                       "<a href=\"03_reduction/index.html#v2\"><img src=\"03_reduction/v2.png\" alt=\"The "
                       "passes of v2\""));
        CHECK(contains(text,
                       "The picture shows the first passes of one version, a right one if there is any."));
        CHECK(!contains(text, "v1.png"));
        for (const auto* damaged : {"", "{", "[1]", "{\"03.1\": 4}"})
            CHECK(contains(page(damaged), "Exercises: 0 of 3 solved."));
    }

    TEST_CASE("exercises of a lesson in plain OpenGL are counted, too") {
        const Folder out;
        out.write("00_plain_opengl/index.html", page_of(run_of("00_plain_opengl", "right")));
        for (const std::string name : {"e1_one.md", "e2_two.md", "e2_two.cpp"})
            out.write("lessons/00_plain_opengl/exercises/" + name, "words");
        out.write("my_exercises/progress.json", "{\"00.2\": {\"solved\": true}}");
        CHECK(contains(overview_of(out.path(), out.path()), "Exercises: 1 of 2 solved."));
    }

    TEST_CASE("files that are not pages of runs are left out, and no text becomes markup") {
        const Folder out;
        out.write("01_empty/index.html", "");
        out.write("02_cut/index.html", page_of(run_of("02_cut", "right")).substr(0, 700));
        out.write("03_other/index.html", "<script type=\"application/json\" id=\"summary\">[1, 2]</script>");
        out.write(
            "04_types/index.html",
            "<script type=\"application/json\" id=\"summary\">{\"versions\": [1], \"title\": 4}</script>");
        out.write("05_evil/index.html", page_of(hostile_report()));
        const auto page = overview_of(out.path(), out.path() / "project");
        CHECK(!contains(page, "01_empty"));
        CHECK(!contains(page, "03_other"));
        CHECK(!contains(page, "<script"));
        CHECK(!contains(page, "onerror=\""));
        CHECK(contains(page, "05_evil"));
    }
}
