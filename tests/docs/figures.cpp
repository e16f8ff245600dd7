// SPDX-License-Identifier: MIT
// The pages show what the lessons really draw:
//   <!-- figure: 03 --only v3 | v3_sequential.png -->   before ![..](figures/..): that lesson's picture
// PBP_UPDATE_FIGURES=1 redraws those that are no longer right; with PBP_LESSON=03_reduction, all that differ
// in that lesson. PBP_UPDATE_FIGURES=varying redraws those that vary from run to run, too.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <sstream>

#include "common/picture/canvas/bitmap.hpp"
#include "common/picture/canvas/png.hpp"
#include "tests/docs/notes.hpp"
#include "tests/docs/pictures.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

namespace figures_test {

using namespace pbp::docs;
using namespace pbp::test;

namespace {

/// A figure of a page: the lesson's arguments, its picture, and the file that the page shows.
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
            REQUIRE_MESSAGE(!figure.lesson.empty(), "no lesson ", number);
            figure.picture = note.substr(note.find(" | ") + 3);
            figure.varies = figure.picture.ends_with(" | varies");
            figure.picture = figure.picture.substr(0, figure.picture.find(" | "));
            figure.file = picture_in(lines[i + 1], page);
            found.push_back(figure);
        }
    }
    return found;
}

/// What Canvas::save() notes in a PNG; nothing if it notes nothing.
struct Readable {
    double smallest = 0, contrast = 0;
};
Readable readable(const fs::path& figure) {
    Readable is;
    const auto comment = pbp::picture::comment_of(read_text(figure));
    if (std::sscanf(comment.c_str(), "smallest text %lf px, least contrast %lf:1", &is.smallest,
                    &is.contrast) != 2)
        return {};
    return is;
}

/// The files that pages show on the line after a note of that kind.
std::set<fs::path> shown_after(const std::string& kind) {
    std::set<fs::path> files;
    for (const auto& page : pages()) {
        const auto lines = read_page(page);
        for (std::size_t i = 0; i + 1 < lines.size(); ++i)
            if (!note_of(lines[i], kind).empty()) files.insert(picture_in(lines[i + 1], page));
    }
    return files;
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("every lesson has a page, and every figure is shown") {
        for (const auto& entry : fs::directory_iterator(root / "lessons"))
            if (entry.is_directory())
                CHECK(fs::exists(root / "docs" / (entry.path().filename().string() + ".md")));
        std::set<fs::path> shown;
        for (const auto& figure : figures()) shown.insert(figure.file);
        for (const auto& page : pages())  // charts of docs/data: bench.cpp compares them
            for (const auto& line : read_page(page))
                if (const auto chart = note_of(line, "chart"); !chart.empty())
                    shown.insert((root / "docs/figures" / chart).lexically_normal());
        shown.merge(shown_after("screenshot"));
        if (fs::exists(root / "docs/figures"))
            for (const auto& entry : fs::directory_iterator(root / "docs/figures")) {
                CAPTURE(entry.path().string());
                CHECK(shown.contains(entry.path().lexically_normal()));
            }
    }

    // A page shows a figure's pixels one to one in a column of 1000 CSS pixels. Sizes are in pixels per em;
    // contrast is WCAG's, of each text with what is under its letters: 4.5:1 is its level AA.
    TEST_CASE("every figure is at most 1000 pixels wide, and no text in it is small or pale") {
        std::size_t seen = 0;
        const auto screenshots = shown_after("screenshot");
        for (const auto& entry : fs::directory_iterator(root / "docs/figures")) {
            CAPTURE(entry.path().string());
            const auto is = readable(entry.path());
            CHECK(pbp::picture::bitmap_size(entry.path()).width <= 1000);
            ++seen;
            if (screenshots.contains(entry.path().lexically_normal())) continue;  // a browser's letters
            CHECK(is.smallest >= 11);
            CHECK(is.contrast >= 4.5);
        }
        CHECK(seen > 100);
    }

    TEST_CASE("an outdated figure is redrawn, and no other one is touched") {
        const Folder folder;
        const auto picture_of = [&](const std::string& name, int width, int dots) {
            pbp::picture::Canvas canvas(width, 1000, {255, 255, 255});
            for (int x = 0; x < dots; ++x)
                canvas.fill({static_cast<float>(x), 0, 1, 1}, pbp::picture::Color{255, 0, 0});
            canvas.save(folder.path() / name);
            return folder.path() / name;
        };
        const auto first = picture_of("first.png", 100, 0), same = picture_of("same.png", 100, 0),
                   nearly = picture_of("nearly.png", 100, 3), other = picture_of("other.png", 100, 60),
                   wider = picture_of("wider.png", 120, 0);
        const auto replaced = [&](const fs::path& drawn, bool varies, bool named) {
            const auto figure = folder.path() / "figures/one.png";
            fs::remove_all(figure.parent_path());
            redraw(figure, first, varies, named);  // no figure exists yet
            REQUIRE(read_text(figure) == read_text(first));
            fs::last_write_time(figure, fs::file_time_type{});
            redraw(figure, drawn, varies, named);
            const bool touched = fs::last_write_time(figure) != fs::file_time_type{};
            CHECK((read_text(figure) == read_text(touched ? drawn : first)));
            return touched;
        };
        REQUIRE(read_text(first) != read_text(nearly));
        for (const bool named : {false, true}) {
            CAPTURE(named);
            CHECK(!replaced(same, false, named));
            CHECK(!replaced(same, true, named));
            CHECK(replaced(other, false, named));
            CHECK(replaced(wider, false, named));
            CHECK(replaced(wider, true, named));
            CHECK(replaced(nearly, false, named) == named);
            CHECK(replaced(other, true, named) == named);
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
        const auto only = only_lesson();
        for (const auto& figure : figures()) {
            if (!only.empty() && figure.lesson != only) continue;
            std::string key = figure.lesson;
            for (const auto& word : figure.words) key += " " + word;
            const auto [folder, fresh] = folders.try_emplace(key);
            if (fresh) {
                auto words = figure.words;
                words.insert(words.begin(), lesson_program(figure.lesson));
                words.insert(words.end(), {"--quiet", "--out", folder->second.path()});
                const auto outcome = run_program(words, "cd " + quoted(root) + " &&");
                CAPTURE(key);
                CAPTURE(outcome.output);
                CHECK(outcome.exit_code == 0);
            }
            const auto drawn = folder->second.path() / figure.lesson / figure.picture;
            CAPTURE(figure.file.string());
            CAPTURE(drawn.string());
            REQUIRE(fs::exists(drawn));
            INFO(renewed_by((figure.varies ? "PBP_UPDATE_FIGURES=varying" : "PBP_UPDATE_FIGURES=1") +
                            (" PBP_LESSON=" + figure.lesson)));
            const bool named = figure.varies ? redrawing_varying() : !only.empty();
            if (redrawing()) redraw(figure.file, drawn, figure.varies, named);
            REQUIRE(fs::exists(figure.file));
            CHECK(right(figure.file, drawn, figure.varies));
        }
        CHECK_MESSAGE(!folders.empty(), "no page shows a figure of ", only);
    }
}

}  // namespace figures_test
