// SPDX-License-Identifier: MIT
// Pages change shaders and show what the lessons print: both are done here, so that the pages stay true.
// After each heading, and after a line <!-- undo -->, the shaders are the project's own again. What runs with
// --sim needs no OpenGL.
//   <!-- change: shaders/03_reduction/v3_sequential.comp -->  before a diff: applied to that shader
//   <!-- write: blur.pass.json -->                            before a block: it becomes that file
//   <!-- output: run blur.pass.json | exit 0 -->              before a block: the same of ./learn run
//   <!-- output: 03 --only v3 --debug | exit 1 -->            before a block: its lines are in what the
//   lesson says
//   <!-- file: table.csv -->                                  before a block: its lines are in the file that
//   was written
//   <!-- calls: 03 --only v3 -->                              before a block: its lines are in what apitrace
//   records
// A … in such a line, or instead of lines, marks what is left out.
#include <doctest/doctest.h>

#include <algorithm>
#include <iomanip>
#include <optional>
#include <sstream>

#include "tests/docs/pages.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

using namespace pbp::test;
using pbp::docs::lines_of, pbp::docs::root;

namespace {

const std::string left_out = "…";

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
    return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

/// A note of the page, and the lines of the fenced block after it.
struct Block {
    std::string kind, words;
    std::vector<std::string> lines;
    std::size_t number = 0;  ///< of its line
};

std::vector<Block> blocks_of(const fs::path& page) {
    std::vector<Block> blocks;
    const auto page_lines = pbp::docs::read_page(page);
    std::vector<std::string> lines;
    for (const auto& line : page_lines) lines.push_back(line.text);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (page_lines[i].code) continue;
        const auto line = trimmed(lines[i]);
        const auto indent = std::min(lines[i].find('<'), lines[i].size());  // a mark may be in a list
        if (line.starts_with("## ") || line.starts_with("### ") || line == "<!-- undo -->")
            blocks.push_back({"fresh", line, {}, i + 1});
        for (const std::string kind : {"change", "write", "output", "file", "calls"}) {
            const std::string start = "<!-- " + kind + ": ";
            if (!line.starts_with(start) || !line.ends_with(" -->")) continue;
            Block block{kind, line.substr(start.size(), line.size() - start.size() - 4), {}, i + 1};
            REQUIRE(i + 1 < lines.size());
            REQUIRE(trimmed(lines[i + 1]).starts_with("```"));
            for (i += 2; i < lines.size() && trimmed(lines[i]) != "```"; ++i)
                block.lines.push_back(lines[i].substr(std::min(indent, lines[i].size())));
            REQUIRE(!block.lines.empty());
            blocks.push_back(block);
            break;
        }
    }
    return blocks;
}

/// A copy of the shaders, changed as the page says, and the lessons run on them.
class Workshop {
  public:
    Workshop() { fs::copy(root / "shaders", folder_.path() / "shaders", fs::copy_options::recursive); }

    /// Applies a diff whose parts end in a line @@.
    void change(const Block& block) const {
        auto text = read_text(folder_.path() / block.words);
        std::string before, after;
        const auto apply = [&] {
            CAPTURE(before);
            REQUIRE(count("\n" + text, "\n" + before) == 1);
            text.replace(("\n" + text).find("\n" + before), before.size(), after);
            before.clear();
            after.clear();
        };
        for (const auto& line : block.lines) {
            REQUIRE(!line.empty());
            if (line == "@@") {
                apply();
                continue;
            }
            if (line[0] != '+') before += line.substr(1) + "\n";
            if (line[0] != '-') after += line.substr(1) + "\n";
        }
        apply();
        folder_.write(block.words, text);
    }
    void write(const Block& block) const {
        std::string text;
        for (const auto& line : block.lines) text += line + "\n";
        folder_.write(block.words, text);
    }
    Outcome run(const std::string& words, std::vector<std::string> before = {}) const {
        std::istringstream stream(words);
        std::string number;
        stream >> number;
        const auto lesson = number == "run" ? "" : pbp::docs::lesson_of(number);
        REQUIRE_MESSAGE((number == "run" || !lesson.empty()), "no lesson ", number);
        before.push_back(lesson.empty() ? std::string(PBP_BINARY_DIR) + "/run" : lesson_program(lesson));
        for (std::string word; stream >> std::quoted(word, '\'');) before.push_back(word);
        if (!lesson.empty() && fs::exists(file("shaders/" + lesson)))
            before.insert(before.end(), {"--shaders", "shaders"});
        if (std::ranges::find(before, "step") == before.end())  // which writes nothing
            before.insert(before.end(), {"--out", "out"});
        return run_program(before, "cd " + quoted(folder_.path()) + " &&");
    }
    fs::path file(const std::string& name) const { return folder_.path() / name; }

  private:
    Folder folder_;
};

/// True if a line of the page is this line, or if this line has its parts in order.
bool says(const std::string& line, const std::string& quoted) {
    std::size_t at = 0;
    std::string rest = quoted;
    bool first = true;
    for (std::size_t cut = 0; cut != std::string::npos; first = false) {
        cut = rest.find(left_out);
        const auto part = rest.substr(0, cut);
        const auto found = line.find(part, at);
        if (found == std::string::npos || (first && found != 0)) return false;
        at = found + part.size();
        if (cut == std::string::npos) return part.empty() || at == line.size() || line.ends_with(part);
        rest = rest.substr(cut + left_out.size());
    }
    return true;
}

/// Each quoted line is in the output, in this order; without a … between them, on consecutive lines.
void check_quoted(const Block& block, const std::string& output) {
    const auto lines = lines_of(output);
    std::size_t at = 0;
    bool gap = true;
    for (const auto& raw : block.lines) {
        const auto quoted = trimmed(raw);
        if (quoted.empty()) continue;
        if (quoted == left_out) {
            gap = true;
            continue;
        }
        while (at < lines.size() &&
               (trimmed(lines[at]).empty() || (gap && !says(trimmed(lines[at]), quoted))))
            ++at;
        CAPTURE(quoted);
        CAPTURE(output);
        REQUIRE_MESSAGE((at < lines.size() && says(trimmed(lines[at]), quoted)), "not in the output");
        ++at;
        gap = false;
    }
}

bool is_simulated(const std::string& words) {
    return contains(words, "--sim") || contains(words, " sweep") || contains(words, " compare");
}

/// Goes through a page: makes its changes, and runs either what is simulated or what needs OpenGL. Returns
/// the number of outputs it has compared.
std::size_t walk(const fs::path& page, bool simulated, bool can_capture) {
    std::optional<Workshop> workshop;
    std::size_t outputs = 0;
    const auto blocks = blocks_of(page);
    if (std::ranges::all_of(blocks, [](const Block& block) { return block.kind == "fresh"; })) return 0;
    for (const auto& block : blocks) {
        INFO(page.string(), ":", block.number, " ", block.kind, ": ", block.words);
        if (block.kind == "fresh") workshop.reset();
        if (block.kind == "fresh") continue;
        if (!workshop) workshop.emplace();
        if (block.kind == "change") workshop->change(block);
        if (block.kind == "write") workshop->write(block);
        if (block.kind == "output" && is_simulated(block.words) == simulated) {
            const auto cut = block.words.find(" | exit ");
            REQUIRE(cut != std::string::npos);
            const auto outcome = workshop->run(block.words.substr(0, cut));
            CHECK(outcome.exit_code == std::stoi(block.words.substr(cut + 8)));
            check_quoted(block, outcome.output);
            ++outputs;
        }
        if (simulated) continue;
        if (block.kind == "file") check_quoted(block, read_text(workshop->file(block.words)));
        if (block.kind == "calls" && can_capture) {
            const auto trace = workshop->file("lesson.trace").string();
            auto words = block.words;
            const auto outcome = workshop->run(words.insert(words.find(' '), " capture"),
                                               pbp::test::on_own_display({"apitrace", "trace", "-o", trace}));
            CHECK(outcome.exit_code < 2);
            check_quoted(block, run_program({"apitrace", "dump", "--color=never", trace}).output);
        }
    }
    return outputs;
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("the pages quote the simulator word for word") {
        std::size_t outputs = 0;
        for (const auto& page : pbp::docs::pages()) outputs += walk(page, true, false);
        CHECK(outputs > 0);
    }
}

TEST_SUITE("gpu") {
    TEST_CASE("every worked example on the debugging page gives the result it shows") {
        if (skip_without_gpu()) return;
        if (!on_llvmpipe_with_small_subgroups()) {
            std::printf("SKIPPED: no OpenGL device as the page was written on (llvmpipe, subgroups of 8)\n");
            return;
        }
        const bool can_capture =
            run_program({"sh", "-c", "command -v apitrace && command -v xvfb-run"}).exit_code == 0;
        std::size_t outputs = 0;
        for (const auto& page : pbp::docs::pages()) outputs += walk(page, false, can_capture);
        CHECK(outputs > 0);
    }
}
