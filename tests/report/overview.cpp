// SPDX-License-Identifier: MIT
// The list of all runs.
#include "common/report/overview.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "common/base/system.hpp"
#include "common/report/page.hpp"
#include "tests/report/sample.hpp"

using namespace pbp::page;
using namespace pbp::page::test;
namespace fs = std::filesystem;

namespace {

struct Out {
    fs::path folder = fs::temp_directory_path() / ("pbp_overview_" + std::to_string(pbp::process_number()));
    Out() { fs::create_directories(folder); }
    ~Out() { fs::remove_all(folder); }
    void put(const std::string& name, const std::string& page) const {
        fs::create_directories(folder / name);
        std::ofstream(folder / name / "index.html") << page;
    }
};

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
        const Out out;
        out.put("05_bitonic_sort", page_of(run_of("05_bitonic_sort", "wrong")));
        out.put("03_reduction", page_of(run_of("03_reduction", "right")));
        const auto page = overview_of(out.folder, out.folder / "project");
        const auto third = page.find("title of 03"), fifth = page.find("title of 05");
        REQUIRE(fifth != std::string::npos);
        CHECK(third < fifth);
        CHECK(page.find("1 version right") != std::string::npos);
        CHECK(page.find("1 of 1 version wrong") != std::string::npos);
        CHECK(page.find("src=\"05_bitonic_sort/v1.png\"") != std::string::npos);
        CHECK(page.find("href=\"03_reduction/index.html\"") != std::string::npos);
    }

    TEST_CASE("a version that is wrong on purpose is not called right") {
        const Out out;
        auto run = run_of("04_odd_even_sort", "shown");
        run.versions.push_back(version_of("v2", sorted_rows(8, 6)));
        out.put("04_odd_even_sort", page_of(run));
        const auto page = overview_of(out.folder, out.folder);
        CHECK(page.find("1 version right, 1 wrong on purpose") != std::string::npos);
        CHECK(page.find("2 versions right") == std::string::npos);
    }

    TEST_CASE("a card has one sentence, one picture, a list of versions and the state of the exercises") {
        const Out out;
        auto run = run_of("03_reduction", "shown");
        run.about = "Adds up\nn values. And more.";
        run.versions.push_back(version_of("v2", sorted_rows(8, 6)));
        run.versions[1].pictures = {"v2.png"};
        run.versions[1].idea = "the idea of v2";
        out.put("03_reduction", page_of(run));
        const auto exercises = out.folder / "shaders/03_reduction/exercises";
        fs::create_directories(exercises);
        for (const auto* name : {"e1_one.md", "e2_two.md", "e3_three.md", "e1_one.comp"})
            std::ofstream(exercises / name) << "words";
        const auto page = [&](const std::string& progress) {
            fs::create_directories(out.folder / "my_exercises");
            std::ofstream(out.folder / "my_exercises/progress.json") << progress;
            return overview_of(out.folder, out.folder);
        };
        const auto text = page(
            "{\"03.2\": {\"solved\": true}, \"03.1\": {\"solved\": false}, \"04.1\": {\"solved\": true}}");
        CHECK(text.find("<p>Adds up n values.</p>") != std::string::npos);
        CHECK(text.find("And more") == std::string::npos);
        CHECK(text.find("Exercises: 1 of 3 solved.") != std::string::npos);
        CHECK(text.find("href=\"03_reduction/index.html#v2\"") != std::string::npos);
        CHECK(text.find("the idea of v2") != std::string::npos);
        CHECK(text.find("<a href=\"03_reduction/index.html#v2\"><img src=\"03_reduction/v2.png\" alt=\"The "
                        "passes of v2\"") != std::string::npos);
        CHECK(text.find("The picture shows the first passes of one version, a right one if there is any.") !=
              std::string::npos);
        CHECK(text.find("v1.png") == std::string::npos);
        for (const auto* damaged : {"", "{", "[1]", "{\"03.1\": 4}"})
            CHECK(page(damaged).find("Exercises: 0 of 3 solved.") != std::string::npos);
    }

    TEST_CASE("exercises of a lesson in plain OpenGL are counted, too") {
        const Out out;
        out.put("00_plain_opengl", page_of(run_of("00_plain_opengl", "right")));
        const auto exercises = out.folder / "lessons/00_plain_opengl/exercises";
        fs::create_directories(exercises);
        for (const auto* name : {"e1_one.md", "e2_two.md", "e2_two.cpp"})
            std::ofstream(exercises / name) << "words";
        fs::create_directories(out.folder / "my_exercises");
        std::ofstream(out.folder / "my_exercises/progress.json") << "{\"00.2\": {\"solved\": true}}";
        CHECK(overview_of(out.folder, out.folder).find("Exercises: 1 of 2 solved.") != std::string::npos);
    }

    TEST_CASE("files that are not pages of runs are left out, and no text becomes markup") {
        const Out out;
        out.put("01_empty", "");
        out.put("02_cut", page_of(run_of("02_cut", "right")).substr(0, 700));
        out.put("03_other", "<script type=\"application/json\" id=\"summary\">[1, 2]</script>");
        out.put(
            "04_types",
            "<script type=\"application/json\" id=\"summary\">{\"versions\": [1], \"title\": 4}</script>");
        out.put("05_evil", page_of(hostile_report()));
        const auto page = overview_of(out.folder, out.folder / "project");
        CHECK(page.find("01_empty") == std::string::npos);
        CHECK(page.find("03_other") == std::string::npos);
        CHECK(page.find("<script") == std::string::npos);
        CHECK(page.find("onerror=\"") == std::string::npos);
        CHECK(page.find("05_evil") != std::string::npos);
    }
}
