// SPDX-License-Identifier: MIT
// Lessons whose twins take another task: the edited shaders are right pass by pass, the untouched ones wrong.

#include <fmt/ranges.h>

#include <algorithm>

#include "tests/support/faults.hpp"
#include "tests/support/lessons.hpp"

using namespace pbp::test;

namespace other_tasks_test {

namespace {

using Words = std::vector<std::string>;

struct OtherTask {
    std::string lesson;
    Words asked;
    std::string own;  ///< what is said of a shader that nobody edited
};

std::vector<OtherTask> other_tasks() {
    const std::string adds = "The shader still adds", sorts = "The shader still sorts upwards";
    const std::vector<OtherTask> all{
        {"03_reduction", {"--operator", "max", "--data", "random"}, adds},
        {"03_reduction", {"--operator", "max", "--type", "float"}, adds},
        {"04_odd_even_sort", {"--order", "descending", "--data", "random"}, sorts},
        {"05_bitonic_sort", {"--order", "descending", "--data", "random"}, sorts},
        {"06_subgroup_scan", {"--operator", "max", "--data", "random"}, adds},
        {"06_subgroup_scan", {"--operator", "max", "--kind", "exclusive", "--data", "random"}, adds}};
    std::vector<OtherTask> chosen;
    for (const auto& lesson : lessons())
        for (const auto& task : all)
            if (task.lesson == lesson) chosen.push_back(task);
    return chosen;
}

/// The project's shaders as the lesson's table of replacements changes them.
struct Edited {
    explicit Edited(const std::string& lesson) {
        fs::copy(source_dir / "shaders", shaders(), fs::copy_options::recursive);
        for (const auto& edit : faults_of(source_dir / "tests/lessons/other_tasks" / (lesson + ".txt"))) {
            const auto file = "shaders/" + edit.shader;
            auto text = read_text(folder.path() / file);
            CAPTURE(edit.shader);
            CAPTURE(edit.search);
            REQUIRE(count(text, edit.search) == 1);
            folder.write(file, text.replace(text.find(edit.search), edit.search.size(), edit.replacement));
        }
    }
    fs::path shaders() const { return folder.path() / "shaders"; }

    Folder folder;
};

Outcome run(const OtherTask& task, Words words, const fs::path& out) {
    words.insert(words.end(), task.asked.begin(), task.asked.end());
    words.insert(words.end(), {"--no-pictures", "--out", out.string(), "--time-limit", slow_compiler_s});
    return run_lesson(task.lesson, words);
}

}  // namespace

TEST_CASE("another task: an edited shader is right pass by pass, on a driver and on the simulator") {
    if (skip_without_gpu()) return;
    for (const auto& task : other_tasks()) {
        const Edited edited(task.lesson);
        Words smallest{"--n", "1"};
        if (!full_matrix()) smallest.emplace_back("--sim");
        for (const Words& words : {smallest, {"--n", "61"}, {"--n", "37", "--sim"}}) {
            auto all = words;
            all.insert(all.end(), {"--quiet", "--shaders", edited.shaders().string()});
            const auto outcome = run(task, all, edited.folder.path());
            CAPTURE(outcome.output);
            CHECK_MESSAGE(outcome.exit_code == 0, task.lesson, " with ",
                          fmt::format("{}", fmt::join(all, " ")),
                          ": each version needs its line in tests/lessons/other_tasks/", task.lesson, ".txt");
        }
    }
}

TEST_CASE("another task: of a shader that nobody edited, the first wrong pass says so in every version") {
    if (skip_without_gpu()) return;
    const Folder out;
    for (const auto& task : other_tasks()) {
        const auto outcome = run(task, {"--json"}, out.path());
        CAPTURE(task.lesson);
        CAPTURE(outcome.output);
        CHECK(outcome.exit_code == 1);
        CHECK(count(outcome.output, "\"status\": \"wrong\"") >= 5);
        CHECK(count(outcome.output, task.own) == count(outcome.output, "\"status\": \"wrong\""));
        CHECK(contains(outcome.output, ", " + task.asked[0].substr(2) + " " + task.asked[1]));  // the heading
    }
}

TEST_CASE("another task: what cannot be asked for is refused with a sentence") {
    const Folder out;
    for (const auto& [task, sentence] : std::vector<std::pair<OtherTask, std::string>>{
             {{"03_reduction", {"--operator", "maximum"}, ""}, "choose sum, max, min, product or xor"},
             {{"03_reduction", {"--sums", "range"}, ""}, "choose values or ranges"},
             {{"03_reduction", {"--operator", "xor", "--type", "float"}, ""}, "choose --type uint or int"},
             {{"03_reduction", {"--operator", "min", "--type", "float", "--data", "extremes"}, ""},
              "choose other data"},
             {{"04_odd_even_sort", {"--order", "down"}, ""}, "choose ascending or descending"}}) {
        const auto all = lessons();
        if (std::ranges::find(all, task.lesson) == all.end()) continue;
        const auto outcome = run(task, {"--sim"}, out.path());
        CAPTURE(outcome.output);
        CHECK(outcome.exit_code == 2);
        CHECK(contains(outcome.output, sentence));
    }
}

}  // namespace other_tasks_test
