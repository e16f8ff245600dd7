// SPDX-License-Identifier: MIT
// The pages show what the lessons really draw:
//   <!-- figure: 03 --only v3 | v3_sequential.png -->   before ![..](figures/..): that lesson's picture
// PBP_UPDATE_FIGURES=1 redraws the figures instead of comparing them.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "tests/docs/pages.hpp"
#include "tests/docs/pictures.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

using namespace pbp::docs;
using namespace pbp::test;

namespace {

std::string lesson_of(const std::string& number) {
    for (const auto& entry : fs::directory_iterator(root / "lessons"))
        if (entry.path().filename().string().starts_with(number + "_")) return entry.path().filename();
    FAIL("no lesson ", number);
    return {};
}

/// A figure of a page: the lesson's words, its picture, and the file that the page shows.
struct Figure {
    std::string lesson, picture;
    std::vector<std::string> words;
    fs::path file;
    bool varies = false;  // with the order in which workgroups happen to run: only its width is compared
};

std::vector<Figure> figures() {
    std::vector<Figure> found;
    for (const auto& page : pages()) {
        const auto lines = read_page(page);
        for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
            const auto note = note_of(lines[i], "figure");
            if (note.empty()) continue;
            Figure figure;
            std::istringstream words(note.substr(0, note.find(" | ")));
            std::string number;
            words >> number;
            for (std::string word; words >> word;) figure.words.push_back(word);
            figure.lesson = lesson_of(number);
            figure.picture = note.substr(note.find(" | ") + 3);
            figure.varies = figure.picture.ends_with(" | varies");
            figure.picture = figure.picture.substr(0, figure.picture.find(" | "));
            const auto& image = lines[i + 1].text;
            REQUIRE_MESSAGE(contains(image, "]("), page.string(), ": no picture behind ", note);
            const auto from = image.find("](") + 2;
            figure.file = page.parent_path() / image.substr(from, image.find(')', from) - from);
            found.push_back(figure);
        }
    }
    return found;
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("every lesson has a page, and every figure is shown") {
        for (const auto& entry : fs::directory_iterator(root / "lessons"))
            if (entry.is_directory() && fs::exists(entry.path() / "main.cpp"))
                CHECK(fs::exists(root / "docs" / (entry.path().filename().string() + ".md")));
        std::set<std::string> shown;
        for (const auto& figure : figures()) shown.insert(figure.file.lexically_normal());
        for (const auto& page : pages())  // charts of docs/data: bench.cpp compares them
            for (const auto& line : read_page(page))
                if (const auto chart = note_of(line, "chart"); !chart.empty())
                    shown.insert((root / "docs/figures" / chart).lexically_normal());
        for (const auto& page : pages()) {  // examples of patterns: patterns.cpp compares them
            const auto lines = read_page(page);
            for (std::size_t i = 0; i + 1 < lines.size(); ++i)
                if (const auto& image = lines[i + 1].text; !note_of(lines[i], "pattern").empty()) {
                    const auto from = image.find("](") + 2;
                    shown.insert((page.parent_path() / image.substr(from, image.find(')', from) - from))
                                     .lexically_normal());
                }
        }
        if (fs::exists(root / "docs/figures"))
            for (const auto& entry : fs::directory_iterator(root / "docs/figures")) {
                CAPTURE(entry.path().string());
                CHECK(shown.contains(entry.path().lexically_normal()));
            }
    }
}

TEST_SUITE("gpu") {
    TEST_CASE("every figure is what its lesson draws") {
        if (skip_without_gpu()) return;
        if (!on_llvmpipe_with_small_subgroups()) {
            std::printf(
                "SKIPPED: no OpenGL device as the figures were drawn on (llvmpipe, subgroups of 8)\n");
            return;
        }
        std::map<std::string, Folder> folders;  // one a command line, run once
        for (const auto& figure : figures()) {
            std::string key = figure.lesson;
            for (const auto& word : figure.words) key += " " + word;
            const auto [folder, fresh] = folders.try_emplace(key);
            if (fresh) {
                std::vector<std::string> words{lesson_program(figure.lesson), "--quiet", "--out",
                                               folder->second.path()};
                words.insert(words.end(), figure.words.begin(), figure.words.end());
                const auto outcome = run_program(words, "cd " + quoted(root) + " &&");
                CAPTURE(key);
                CAPTURE(outcome.output);
                CHECK(outcome.exit_code == 0);
            }
            const auto drawn = folder->second.path() / figure.lesson / figure.picture;
            CAPTURE(figure.file.string());
            CAPTURE(drawn.string());
            REQUIRE(fs::exists(drawn));
            if (redrawing()) {
                fs::create_directories(figure.file.parent_path());
                fs::copy_file(drawn, figure.file, fs::copy_options::overwrite_existing);
                continue;
            }
            REQUIRE(fs::exists(figure.file));
            const auto now = pbp::picture::load(drawn), then = pbp::picture::load(figure.file);
            if (figure.varies)
                CHECK(now.width() == then.width());
            else
                CHECK(difference(now, then) < 0.001);
        }
    }
}
