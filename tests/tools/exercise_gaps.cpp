// SPDX-License-Identifier: MIT
// The two texts that are cut from an exercise's one file, and the marks that are refused.
#include <doctest/doctest.h>

#include "common/base/error.hpp"
#include "common/card/gap.hpp"
#include "common/glsl/text_file.hpp"
#include "common/tools/exercises/workbook.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

namespace exercise_gaps_test {

using namespace pbp::exercises;
using pbp::test::Folder;

namespace {

/// A tree with one exercise, whose file has this text.
struct Tree {
    Folder folder;

    explicit Tree(const std::string& text) {
        folder.write("shaders/10_any/exercises/e1_one.md", "# One\nversion: v1\n");
        folder.write("shaders/10_any/exercises/e1_one.comp", text);
    }
    Exercise exercise() const { return find(all(folder.path() / "shaders"), "10.1"); }
};

std::string refusal(const Exercise& exercise, std::string (*cut)(const Exercise&)) {
    return pbp::test::sentence_of(pbp::ExitCode::wrong_usage, [&] { cut(exercise); });
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("both texts of an exercise are cut from its file, lines outside of gaps are in both") {
        const Tree tree(
            "a\n// [gap]\n// Idea: ours alone\n// [/gap]\n\n    // [gap]\n    ours;\n\n        more;\n"
            "    //| // TODO: theirs\n    //|\n    //|     deeper;\n    // [/gap]\nb  // [gap] in a "
            "sentence\n"
            "  // [gap]\n  //|unspaced;\n  // [/gap]");
        CHECK(solution_of(tree.exercise()) ==
              "a\n// Idea: ours alone\n\n    ours;\n\n        more;\nb  // [gap] in a sentence\n");
        CHECK(skeleton_of(tree.exercise()) ==
              "a\n\n    // TODO: theirs\n\n        deeper;\nb  // [gap] in a sentence\n  unspaced;\n");
    }

    TEST_CASE("a wrong mark is refused in one sentence with its line, and a learner's file stays") {
        const std::pair<const char*, const char*> wrong[]{
            {"a\n// [gap]\nb\n", ":2: this gap does not end; put '// [/gap]' after its last line."},
            {"// [gap]\na\n  // [gap]\nb\n// [/gap]\n// [/gap]\n",
             ":3: a gap begins inside another one; put '// [/gap]' above this line."},
            {"// [gap]\na\n// [/gap]\n// [gap]\n\n// [/gap]\n",
             ":4: this gap is empty; put the solution's lines into it, or delete its two marks."},
            {"a\n// [gap]\nb\n// [/gap]\n// [/gap]\n",
             ":5: a gap ends that has not begun; put '// [gap]' where it begins."},
            {"// [gap]\na\n// [/gap]\n//| b\n", ":4: '//|' is outside of any gap; move this line into one."}};
        for (const auto& [text, sentence] : wrong) {
            CAPTURE(text);
            const Tree tree(text);
            const auto exercise = tree.exercise();
            CHECK(refusal(exercise, skeleton_of) == pbp::glsl::shown(exercise.file) + sentence);
            CHECK(refusal(exercise, solution_of) == refusal(exercise, skeleton_of));
            Workbook book(tree.folder.path() / "shaders", tree.folder.path() / "mine");
            tree.folder.write("mine/10_any/e1_one.comp", "theirs\n");
            CHECK_THROWS_AS(book.reset(exercise), pbp::Error);
            CHECK(pbp::test::read_text(book.file_of(exercise)) == "theirs\n");
        }
    }
}

}  // namespace exercise_gaps_test
