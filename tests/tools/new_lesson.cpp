// SPDX-License-Identifier: MIT
// templates/new, which ./learn new calls: what it makes of a copy of the pages, and that it leaves nothing if
// it fails. A script plays the part that builds and runs; `.ci/run new` does that for real.
#include <sys/stat.h>
#include <unistd.h>

#include <map>

#include "common/card/gap.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

namespace new_lesson_test {

using namespace pbp;
using namespace pbp::test;

namespace {

const fs::path source = PBP_SOURCE_DIR;

/// The project's files that a new lesson or exercise involves.
struct Project {
    Folder folder;

    Project() {
        for (const char* part : {"docs", "lessons", "shaders", "tests/lessons"}) {
            fs::create_directories(root() / part);
            for (const auto& entry : fs::recursive_directory_iterator(source / part)) {
                const auto to = root() / fs::relative(entry.path(), source);
                if (entry.is_directory()) fs::create_directories(to);
                if (entry.is_regular_file() && entry.path().extension() != ".png")
                    fs::copy_file(entry.path(), to);
            }
        }
        // Cuts a skeleton, draws, and judges: a solution is right, a skeleton wrong.
        const std::string cuts =
            "if [ \"$1\" = reset ]; then exec " PBP_BINARY_DIR "/exercises \"$@\" --shaders shaders; fi\n";
        folder.write("runs",
                     cuts +
                         "lesson=$1\n"
                         "while [ $# -gt 0 ]; do\n"
                         "  case $1 in */skeleton/*.comp) exit 1 ;; --out) out=$2 ;; esac\n"
                         "  shift\n"
                         "done\n"
                         "mkdir -p \"$out/$lesson\" && echo picture >\"$out/$lesson/v1_first.png\"\n");
        folder.write("fails", cuts + "exit 3\n");
        folder.write("cuts nothing", "exit 3\n");
    }
    fs::path root() const { return folder.path() / "project with spaces"; }
    std::string text(const std::string& file) const { return read_text(root() / file); }

    Outcome make(std::vector<std::string> words, const std::string& runner = "runs") const {
        words.insert(words.begin(), {source / "templates/new", root()});
        words.insert(words.end(), {"sh", folder.path() / runner});
        return run_program(words);
    }
    /// Every file with its text.
    std::map<std::string, std::string> files() const {
        std::map<std::string, std::string> all;
        for (const auto& entry : fs::recursive_directory_iterator(root()))
            all[fs::relative(entry.path(), root())] =
                entry.is_regular_file() ? read_text(entry.path()) : "folder";
        return all;
    }
};

std::string foot(const std::string& before, const std::string& next) {
    return "\n\n<!-- foot -->\n\n---\n\nBefore: " + before + " · [Contents](README.md) · Next: " + next +
           "\n";
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE_FIXTURE(Project, "a new lesson has all its files, with its name in them") {
        const auto before = files();
        const auto outcome = make({"93_two_words"});
        CAPTURE(outcome.output);
        CHECK(outcome.exit_code == 0);
        for (const char* file : {"lessons/93_two_words/main.cpp", "lessons/93_two_words/two_words.hpp",
                                 "shaders/93_two_words/v1_first.comp", "tests/lessons/two_words.cpp",
                                 "tests/lessons/mutations/93_two_words.txt", "docs/93_two_words.md",
                                 "docs/figures/93_two_words_v1.png"}) {
            CAPTURE(file);
            CHECK(fs::is_regular_file(root() / file));
            CHECK(contains(outcome.output, file));
        }
        for (const auto& [file, bytes] : files()) {
            if (before.contains(file) || bytes == "folder") continue;
            CAPTURE(file);
            for (const char* left : {"NN", "NAME", "TITLE", "HEADING"}) CHECK(!contains(bytes, left));
        }
        const auto main = text("lessons/93_two_words/main.cpp");
        CHECK(contains(main, ".id = \"93_two_words\""));
        CHECK(contains(main, ".title = \"two words\""));
        CHECK(count(main, "\n") <= 60);
        CHECK(contains(main, "#include \"lessons/93_two_words/two_words.hpp\""));
        const auto header = text("lessons/93_two_words/two_words.hpp");  // as CONTRIBUTING.md says, step 1
        CHECK(contains(header, " passes(std::size_t"));
        CHECK(contains(header, "class Twin"));
        const auto page = text("docs/93_two_words.md");  // has what the tests require of every lesson's page
        CHECK(contains(page, "# 93 Two words\n"));
        CHECK(contains(page, "<!-- figure: 93 "));
        CHECK(contains(page, "\n<!-- sim: 93_two_words -->\n\n| | dispatches |"));
        CHECK(contains(page, "\n| `v1_first` | 1 |"));

        const auto shader = text("shaders/93_two_words/v1_first.comp");  // each fault can be made
        for (const auto& fault : faults_of(root() / "tests/lessons/mutations/93_two_words.txt")) {
            CAPTURE(fault.search);
            CHECK(count(shader, fault.search) == 1);
        }
    }

    TEST_CASE_FIXTURE(Project, "a new lesson joins the guide: the contents, and the links around its page") {
        const auto before = files();
        std::vector<std::string> links;  // of all pages, as [words](file)
        std::size_t last = 0;            // of the last lesson
        std::istringstream lines(text("docs/README.md"));
        for (std::string line; std::getline(lines, line);) {
            if (!line.starts_with("- [") || contains(line, "](../")) continue;
            links.push_back(line.substr(2, line.find(')') - 1));
            if (std::isdigit(line[3]) != 0) last = links.size() - 1;
        }
        REQUIRE(last > 0);
        REQUIRE(last + 2 < links.size());
        const auto file_of = [](const std::string& link) {
            const auto from = link.find('(') + 1;
            return "docs/" + link.substr(from, link.size() - from - 1);
        };
        const auto &lesson = links[last], &after = links[last + 1];

        REQUIRE(make({"94_last"}).exit_code == 0);
        REQUIRE(make({"93_middle"}).exit_code == 0);
        const std::string middle = "[93 Middle](93_middle.md)", end = "[94 Last](94_last.md)",
                          says = ": each number doubled, and its neighbour added.\n";
        CHECK(contains(text("docs/README.md"), "\n- " + middle + says + "- " + end + says));
        CHECK(text("docs/93_middle.md").ends_with(foot(lesson, end)));
        CHECK(text("docs/94_last.md").ends_with(foot(middle, after)));
        CHECK(text(file_of(lesson)).ends_with(foot(links[last - 1], middle)));
        CHECK(text(file_of(after)).ends_with(foot(end, links[last + 2])));
        for (const auto& [file, bytes] : before) {  // everything else is unchanged
            CAPTURE(file);
            const auto now = bytes == "folder" ? bytes : text(file);
            if (now == bytes) continue;
            CHECK((file == "docs/README.md" || file == file_of(lesson) || file == file_of(after)));
            if (file != "docs/README.md")
                CHECK(now.substr(0, now.find("\n<!-- foot -->")) ==
                      bytes.substr(0, bytes.find("\n<!-- foot -->")));
        }
    }

    TEST_CASE_FIXTURE(Project, "a new exercise is made from a version and its known faults") {
        REQUIRE(make({"93_more"}).exit_code == 0);
        const auto outcome = make({"93.1_first_step"});
        CAPTURE(outcome.output);
        REQUIRE(outcome.exit_code == 0);
        const std::string folder_of = "shaders/93_more/";
        const auto card = exercises::read_card(root() / folder_of / "exercises/e1_first_step.md");
        CHECK(card.title == "First step");
        CHECK(card.version == "v1_first");
        CHECK(card.cases.size() >= 10);
        CHECK(card.hints.size() == 3);
        const auto exercise = exercises::find(exercises::all(root() / "shaders"), "93.1");
        const auto skeleton = skeleton_of(exercise), solution = solution_of(exercise);
        CHECK(contains(skeleton, "    // TODO: fix this line\n    const uint doubled"));
        CHECK(!contains(solution, "// TODO"));
        CHECK(skeleton.starts_with("#version 450 core\n// Exercise 1: first step.\n"));
        CHECK(contains(solution, "\n// Idea: "));
        CHECK(!contains(skeleton, "\n// Idea: "));
        const std::string variants = "tests/lessons/exercises/93_more.txt";
        CHECK(count(text(variants), "\ne1_first_step\t") >= 5);
        REQUIRE(make({"93.2_second", "v1_first"}).exit_code == 0);  // added to the first one in the file
        CHECK(count(text(variants), "\ne1_first_step\t") == count(text(variants), "\ne2_second\t"));
        CHECK(exercises::find(exercises::all(root() / "shaders"), "93.2").name == "e2_second");
    }

    TEST_CASE_FIXTURE(Project, "what cannot be made is refused in one sentence, and nothing changes") {
        REQUIRE(make({"93_more"}).exit_code == 0);
        REQUIRE(make({"93.1_first"}).exit_code == 0);
        folder.write("project with spaces/docs/figures/94_old_v1.png", "a picture of somebody else's");
        const auto before = files();
        struct Refusal {
            std::vector<std::string> words;
            std::string sentence, runner = "runs";
            int code = 2;
        };
        const std::vector<Refusal> refusals{
            {{"93_other"}, "the number 93 is taken by lessons/93_more: choose the next free one."},
            {{"94_more"}, "tests/lessons/more.cpp exists already, so nothing was made: choose another name."},
            {{"94_old"}, "docs/figures/94_old_v1.png exists already"},
            {{"94_Upper"}, "'94_Upper' is not a valid name: name a lesson like 10_example"},
            {{"94_"}, "'94_' is not a valid name"},
            {{"9_short"}, "'9_short' is not a valid name"},
            {{"94_../x"}, "'94_../x' is not a valid name"},
            {{"94_$(touch x)"}, "is not a valid name"},
            {{"94_" + std::string(300, 'a')}, "is not a valid name"},
            {{"../94_x"}, "'../94_x' is not a valid name"},
            {{"93.1_again"}, "exercise 93.1 is taken by shaders/93_more/exercises/e1_first.comp: choose"},
            {{"95.1_nowhere"}, "there is no lesson 95: ./learn list shows the lessons."},
            {{"93.2_two", "v7_none"},
             "lesson 93 has no version v7_none: name one of shaders/93_more/ in full"},
            {{"4.99_few", "v5_dispatches"},
             "an exercise needs five known faults, but the most in v5_dispatches is 3"},
            {{"3.99_add", "v9_memory_adds"},
             "v9_memory_adds includes v6_workgroup_add.glsl, which a learner's"},
            {{"94_wrong"}, "the new lesson is not right (exit 3), so everything was put back.", "fails", 1},
            {{"93.2_two"}, "the judge's exit code for exercises/e2_two.comp is 3, but must be 0", "fails", 1},
            {{"93.2_two"},
             "./learn reset 93.2 cannot cut the skeleton, so everything was put back.",
             "cuts nothing",
             1},
        };
        for (const auto& [words, sentence, runner, code] : refusals) {
            CAPTURE(words);
            check_refused(make(words, runner), code, {sentence});
            CHECK((files() == before));
        }
    }

    TEST_CASE_FIXTURE(Project, "an interrupted lesson is put back, and a damaged contents page refused") {
        auto before = files();
        folder.write("interrupts", "kill -INT $PPID; sleep 1; exit 130\n");
        CHECK(make({"93_more"}, "interrupts").exit_code == 130);
        CHECK((files() == before));
        folder.write("project with spaces/docs/README.md", "# No list\n");
        before = files();
        check_ended(make({"93_more"}), 2, {"docs/README.md lists no lesson"});
        CHECK((files() == before));
    }

    TEST_CASE_FIXTURE(Project, "without permission to write: one sentence, and nothing is made") {
        if (::geteuid() == 0) {  // root may write anywhere
            MESSAGE("root may write anywhere: not shown");
            return;
        }
        const auto before = files();
        for (const char* closed : {"docs", "lessons", "tests/lessons/mutations", "."}) {
            const auto at = root() / closed;
            fs::permissions(at, fs::perms::owner_write, fs::perm_options::remove);
            const auto outcome = make({"93_more"});
            fs::permissions(at, fs::perms::owner_write, fs::perm_options::add);
            CAPTURE(closed);
            check_ended(outcome, 4, {"cannot write"});
            CHECK((files() == before));
        }
    }
}

}  // namespace new_lesson_test
