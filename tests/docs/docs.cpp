// SPDX-License-Identifier: MIT
// The pages quote the real shaders and show what the lessons really draw.
//   <!-- quote: shaders/03_reduction/v3_sequential.comp:NAME -->   before a fenced block: the lines between
//   [NAME] and [/NAME]
//   <!-- figure: 03 --only v3 | v3_sequential.png -->              before ![..](figures/..): that lesson's
//   picture
// PBP_UPDATE_FIGURES=1 redraws the figures instead of comparing them; PBP_UPDATE_QUOTES=1 copies the quotes.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include "common/picture/canvas.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

using namespace pbp::test;

namespace {

const fs::path root = PBP_SOURCE_DIR;

std::vector<fs::path> pages() {
    std::vector<fs::path> found{root / "README.md", root / "CONTRIBUTING.md"};
    for (const auto& entry : fs::directory_iterator(root / "docs"))
        if (entry.path().extension() == ".md") found.push_back(entry.path());
    return found;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

/// What stands behind `<!-- KIND: ` in a line, or nothing.
std::string note_of(const std::string& line, const std::string& kind) {
    const std::string start = "<!-- " + kind + ": ";
    if (!line.starts_with(start) || !line.ends_with(" -->")) return {};
    return line.substr(start.size(), line.size() - start.size() - 4);
}

/// The lines of a region, without its marks and without the blanks that all of them begin with.
std::vector<std::string> region(const fs::path& file, const std::string& name) {
    std::vector<std::string> inside;
    bool on = false, closed = false;
    for (const auto& line : lines_of(read_text(file))) {
        if (contains(line, "// [/" + name + "]")) closed = true, on = false;
        if (on && !contains(line, "// [")) inside.push_back(line);
        if (contains(line, "// [" + name + "]")) on = true;
    }
    REQUIRE_MESSAGE(closed, file.string(), " has no region [", name, "]");
    std::size_t indent = SIZE_MAX;
    for (const auto& line : inside)
        if (line.find_first_not_of(' ') != std::string::npos)
            indent = std::min(indent, line.find_first_not_of(' '));
    for (auto& line : inside) line = line.size() > indent ? line.substr(indent) : "";
    return inside;
}

std::string lesson_of(const std::string& number) {
    for (const auto& entry : fs::directory_iterator(root / "lessons"))
        if (entry.path().filename().string().starts_with(number + "_")) return entry.path().filename();
    FAIL("no lesson ", number);
    return {};
}

/// The share of pixels that differ visibly; 1 where the sizes differ.
double difference(const pbp::picture::Canvas& a, const pbp::picture::Canvas& b) {
    if (a.width() != b.width() || a.height() != b.height()) return 1;
    std::size_t apart = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            const auto p = a.at(x, y), q = b.at(x, y);
            apart += std::abs(p.r - q.r) > 24 || std::abs(p.g - q.g) > 24 || std::abs(p.b - q.b) > 24;
        }
    return static_cast<double>(apart) / (static_cast<double>(a.width()) * a.height());
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
        const auto lines = lines_of(read_text(page));
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
            const auto& image = lines[i + 1];
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
    TEST_CASE("every quote is the shader's own text") {
        const bool update = std::getenv("PBP_UPDATE_QUOTES") != nullptr;
        std::size_t quotes = 0;
        for (const auto& page : pages()) {
            const auto lines = lines_of(read_text(page));
            std::string rewritten;
            for (std::size_t i = 0; i < lines.size(); ++i) {
                rewritten += lines[i] + "\n";
                const auto note = note_of(lines[i], "quote");
                if (note.empty()) continue;
                CAPTURE(page.string());
                CAPTURE(note);
                ++quotes;
                REQUIRE(i + 1 < lines.size());
                REQUIRE(lines[i + 1].starts_with("```"));
                rewritten += lines[i + 1] + "\n";
                std::vector<std::string> quoted;
                for (i += 2; i < lines.size() && lines[i] != "```"; ++i) quoted.push_back(lines[i]);
                const auto real =
                    region(root / note.substr(0, note.rfind(':')), note.substr(note.rfind(':') + 1));
                if (!update) CHECK(quoted == real);
                for (const auto& line : real) rewritten += line + "\n";
                rewritten += "```\n";
            }
            if (update) std::ofstream(page) << rewritten;
        }
        CHECK(quotes > 0);
    }

    TEST_CASE("every link within the project leads somewhere") {
        for (const auto& page : pages()) {
            const auto text = read_text(page);
            for (auto at = text.find("]("); at != std::string::npos; at = text.find("](", at + 1)) {
                auto target = text.substr(at + 2, text.find(')', at) - at - 2);
                if (target.starts_with("http") || target.starts_with("#") || contains(target, " ")) continue;
                CAPTURE(page.string());
                CAPTURE(target);
                CHECK(fs::exists(page.parent_path() / target.substr(0, target.find('#'))));
            }
        }
    }

    TEST_CASE("every lesson has a page, and every figure is shown") {
        for (const auto& entry : fs::directory_iterator(root / "lessons"))
            if (entry.is_directory() && fs::exists(entry.path() / "main.cpp"))
                CHECK(fs::exists(root / "docs" / (entry.path().filename().string() + ".md")));
        std::set<std::string> shown;
        for (const auto& figure : figures()) shown.insert(figure.file.lexically_normal());
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
        const bool update = std::getenv("PBP_UPDATE_FIGURES") != nullptr;
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
            if (update) {
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
