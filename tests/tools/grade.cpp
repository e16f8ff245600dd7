// SPDX-License-Identifier: MIT
// ./learn grade: what is taken from a class, what files have in common, and a small class graded to the end.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "common/card/gap.hpp"
#include "common/tools/grade/results.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

namespace grade_test {

using namespace pbp;
using namespace pbp::test;
using namespace pbp::grade;

namespace {

std::vector<exercises::Exercise> known() {
    auto all = exercises::all(fs::path(PBP_SOURCE_DIR) / "shaders");
    for (auto& one : exercises::all(fs::path(PBP_SOURCE_DIR) / "lessons")) all.push_back(std::move(one));
    return all;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    REQUIRE(text.find(what) != text.npos);
    for (auto at = text.find(what); at != text.npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
    return text;
}

/// With another name for the element.
std::string renamed(const std::string& text) {
    return std::regex_replace(text, std::regex("\\bi\\b"), "mine");
}

/// A class of learners who all work at 01.1.
struct Class {
    const std::vector<exercises::Exercise> exercises = known();
    const exercises::Exercise& own_element = exercises::find(exercises, "01.1");
    const std::string right = solution_of(own_element), skeleton = skeleton_of(own_element);
    Folder folder;

    fs::path file_of(const std::string& learner, bool own_folder = true) const {
        return folder.path() / "class" / learner / (own_folder ? "my_exercises" : "") /
               "01_workgroup_ids/e1_own_element.comp";
    }
    void hands_in(const std::string& learner, const std::string& text, bool own_folder = true) const {
        fs::create_directories(file_of(learner, own_folder).parent_path());
        std::ofstream(file_of(learner, own_folder), std::ios::binary) << text;
    }
    std::vector<Learner> all(const std::vector<std::string>& ids = {"01.1"}) const {
        return class_in(folder.path() / "class", exercises, meant_by(ids, exercises));
    }
};

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE_FIXTURE(Class, "grade: only plain files of a learner's own are taken") {
        hands_in("ada", right);
        hands_in("ben", "// just begun\n" + skeleton, false);  // without a folder my_exercises
        hands_in("cyd", std::string(65 << 10, ' '));
        fs::create_directories(file_of("dot").parent_path());
        fs::create_symlink(file_of("ada"), file_of("dot"));
        fs::create_directories(folder.path() / "class/eli");
        fs::create_directory_symlink(folder.path() / "class/ada/my_exercises",
                                     folder.path() / "class/eli/my_exercises");
        fs::create_directories(folder.path() / "class/fay");
        fs::create_directories(file_of("gil"));
        std::vector<std::string> reasons;
        for (const auto& learner : all()) reasons.push_back(reason_of(learner.submissions.at(0), nullptr));
        CHECK(reasons ==
              std::vector<std::string>{
                  "it was not judged.", "the file is still the skeleton.",
                  "the file was not taken: it has more than 64 KiB.", "the file was not taken: it is a link.",
                  "the file was not taken: it is outside of the learner's folder.", "no file was handed in.",
                  "the file was not taken: it is a folder, not a file."});
        CHECK(all({}).front().submissions.size() == 1);  // what somebody has begun
        CHECK(all({"01", "00.2"}).front().submissions.size() == 7);
    }

    TEST_CASE_FIXTURE(Class, "grade: hints and a seen solution are those of the learner's progress") {
        hands_in("ada", right);
        hands_in("ben", right);
        std::ofstream(folder.path() / "class/ada/my_exercises/progress.json")
            << R"({"01.1": {"solved": true, "gave_up": true, "hints": 2}})";
        std::ofstream(folder.path() / "class/ben/my_exercises/progress.json") << R"({"01.1": {"hints": {}}})";
        const auto learners = all();
        CHECK(learners[0].submissions[0].progress.hints == 2);
        CHECK(learners[0].submissions[0].progress.gave_up);
        CHECK(learners[1].submissions[0].progress.hints == 0);
    }

    TEST_CASE_FIXTURE(Class, "grade: files are alike whatever their names, comments and blanks") {
        hands_in("ada", right);
        hands_in("ben", renamed(right));
        hands_in("cyd", replaced(right, "uint i = ", "uint i = 0u + "));
        hands_in("dot", "// mine\n" + replaced(right, "uint i = ", "uint i = 0u + "));
        hands_in("eli", replaced(right, "uint i = ", "uint i = 1u * "));
        hands_in("fay", skeleton);
        hands_in("gil", skeleton);
        const auto found = similar_in(all());
        REQUIRE(found.size() == 2);
        CHECK(found[0].learners == std::vector<std::string>{"cyd", "dot"});
        CHECK(std::string(found[0].how) == "comments and blanks differ");
        CHECK(!found[0].as_ours);
        CHECK(found[1].learners == std::vector<std::string>{"ada", "ben"});
        CHECK(std::string(found[1].how) == "names differ");
        CHECK(found[1].as_ours);
        CHECK(found[1].own_words < found[0].own_words);
    }

    TEST_CASE_FIXTURE(Class, "grade: a file says what exercises are worth") {
        folder.write("points", "# ID right another-way\n01.1 10 5\n01 2\n* 1 # the rest\n");
        const Points points(folder.path() / "points");
        const auto& volume = exercises::find(exercises, "01.3");
        const auto& take_turns = exercises::find(exercises, "07.1");
        CHECK(points.of(own_element, Result::right) == 10);
        CHECK(points.of(own_element, Result::another_way) == 5);
        CHECK(points.of(own_element, Result::wrong) == 0);
        CHECK(points.of(volume, Result::right) == 2);
        CHECK(points.of(take_turns, Result::right) == 1);
        CHECK(!Points().of(own_element, Result::right));
        for (const char* wrong : {"01.1", "01.1 ten", "01.1 1 2 3", "01.1 1 x"}) {
            folder.write("points", std::string("\n") + wrong + "\n");
            CHECK_THROWS_WITH_AS(Points(folder.path() / "points"), doctest::Contains("points:2: '"), Error);
        }
    }

    TEST_CASE_FIXTURE(Class, "grade: a journal keeps verdicts on files, up to the line that was cut") {
        const auto file = folder.path() / "journal.jsonl";
        Journal(file).add("one", {.exit_code = 1, .message = "wrong \xff"});
        Journal(file).add("no GPU", {.exit_code = 4});
        std::ofstream(file, std::ios::app) << "\n{\"key\": \"two\", \"exit_";
        Journal(file).add("three", {});
        const Journal journal(file);
        REQUIRE(journal.find("one") != nullptr);
        CHECK(journal.find("one")->exit_code == 1);
        CHECK(journal.find("three") != nullptr);
        CHECK(journal.find("two") == nullptr);
        CHECK(journal.find("no GPU") == nullptr);  // another start may judge it
    }

    TEST_CASE_FIXTURE(Class, "grade: what learners write is text in every document") {
        hands_in("=a\",<b>", right);
        const auto learners = all();
        Journal journal(folder.path() / "journal.jsonl");
        const Points points;
        const Wishes wishes;
        const Graded graded{learners, journal, points, wishes};
        journal.add(key_of(learners[0].submissions[0], 0), {.exit_code = 1, .message = "<script>&\x01\"\n"});
        CHECK(
            contains(as_csv(graded), "\"'=a\"\",<b>\",01.1,wrong,\"\",,0.0,0,false,\"<script>&\x01\"\"\"\n"));
        for (const auto& text : {as_page(graded, learners[0]), as_junit(graded, learners[0])}) {
            CHECK(contains(text, "&lt;script&gt;&amp;?&quot;"));
            CHECK(!contains(text, "<b>"));
        }
    }
}

TEST_SUITE("gpu") {
    TEST_CASE_FIXTURE(Class, "grade: a class is graded by one command, which goes on where it was ended") {
        if (skip_without_gpu()) return;
        hands_in("ada", right);
        hands_in("ben", replaced(right, "i >= n", "i > n"));
        hands_in("cyd", "");
        hands_in("eli", replaced(right, "const uint i =", "const uint i = nothing +"));
        hands_in("fay", renamed(right));
        hands_in("gil", replaced(right, "= gl_WorkGroupID.x * gl_WorkGroupSize.x + gl_LocalInvocationID.x",
                                 "= gl_GlobalInvocationID.x"));
        const auto busy =
            "atomicAdd(owners[i], 1u); for (uint k = 0u; k < 65535u; ++k) atomicAdd(owners[i], 0u);";
        hands_in("hal", replaced(right, "atomicAdd(owners[i], 1u);", busy));
        const auto out = folder.path() / "graded";
        folder.write("points", "* 3 1\n");
        const auto grade = [&] {
            return run_program({std::string(PBP_BINARY_DIR) + "/grade", folder.path() / "class", "01.1",
                                "--points", folder.path() / "points", "--out", out, "--jobs", "2",
                                "--total-limit", "3"});
        };
        check_ended(grade(), 0, {"7 different files to judge, 2 at once."});
        const auto table = read_text(out / "grades.csv");
        CAPTURE(table);
        for (const char* row : {"\"ada\",01.1,right,\"as asked\",3,", "\"ben\",01.1,wrong,\"\",0,",
                                "\"cyd\",01.1,does not build,", "\"eli\",01.1,does not build,",
                                "\"fay\",01.1,right,\"as asked\",3,",
                                "\"gil\",01.1,right another way,\"it uses gl_GlobalInvocationID, which this "
                                "exercise does without.\",1,",
                                "\"hal\",01.1,too slow,\"\",0,"})
            CHECK(contains(table, row));
        CHECK(contains(table, "It has used 3 s of processor time, and is at "));
        CHECK(contains(read_text(out / "similar.csv"), "01.1,\"ada, fay\","));
        CHECK(contains(read_text(out / "learners/ben.html"), "data:image/png;base64,"));
        CHECK(contains(read_text(out / "learners/ben.xml"), "failures=\"1\""));
        CHECK(contains(grade().output, "7 different files to judge, 7 of them judged before"));
        CHECK(read_text(out / "grades.csv") == table);
    }

    TEST_CASE_FIXTURE(Class, "check --json is one document, with what cannot be judged in it") {
        if (skip_without_gpu()) return;
        hands_in("ada", right);
        const auto outcome =
            run_program({std::string(PBP_BINARY_DIR) + "/exercises", "check", "01.1", "01.2", "--json",
                         "--folder", folder.path() / "class/ada/my_exercises", "--out", folder.path()});
        CAPTURE(outcome.output);
        const auto document = nlohmann::json::parse(outcome.output);
        CHECK(outcome.exit_code == 2);
        CHECK(document["exit_code"] == 2);
        CHECK(document["exercises"][0]["id"] == "01.1");
        CHECK(document["exercises"][0]["exit_code"] == 0);
        CHECK(document["exercises"][0]["versions"][0]["status"] == "right");
        CHECK(document["exercises"][1]["id"] == "01.2");
        CHECK(contains(document["exercises"][1]["error"], "does not exist; ./learn next 01.2 creates it"));
    }
}

}  // namespace grade_test
