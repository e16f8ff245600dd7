// ./learn plain: writes a version of a lesson as a program in plain OpenGL.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iostream>

#include "common/base/files.hpp"
#include "common/lesson/runner.hpp"
#include "common/lesson/selection.hpp"
#include "common/lesson/version_shaders.hpp"
#include "common/opengl/opengl.hpp"
#include "common/options/read_words.hpp"
#include "common/options/words.hpp"
#include "common/process/guarded.hpp"
#include "common/tools/plain_export/lessons.hpp"
#include "common/tools/plain_export/program_text.hpp"

using namespace pbp;
namespace fs = std::filesystem;

namespace {

constexpr const char* about =
    "Writes a version of a lesson as a complete program in plain OpenGL: main.cpp, its shaders, its data,\n"
    "CMakeLists.txt and a README.md. Nothing of it needs this project.";

const Lesson& lesson_named(const std::string& word) {
    for (const auto* lesson : plain_export::all_lessons())
        if (lesson->id == word || lesson->id.starts_with(word + "_") ||
            lesson->id.starts_with("0" + word + "_"))
            return *lesson;
    fail(ExitCode::wrong_usage, "'{}' is no lesson with shaders; ./learn list shows the lessons.", word);
}

/// What a version does, once, with the lesson's own input.
plain_export::Story story_of(const Lesson& lesson, const Version& version, Options options,
                             plain_export::Title& title) {
    auto telling = std::make_unique<plain_export::Teller>(open_gl({}));
    auto& teller = *telling;
    SilentSink sink;
    Device device(std::move(telling), shader_tree(lesson, options), &sink);
    options = settled(lesson, options, device);
    if (!options.n) options.n = version.n > 0 ? version.n : lesson.n;
    if (const auto why = not_served(lesson, version, options, *options.n, device.limits()); !why.empty())
        fail(ExitCode::wrong_usage, "{}: {}", version.name, why);
    title.data = describe(device, lesson, options, options.n).data;
    title.renderer = device.info().renderer;
    ProgramCache programs;
    Run run(device, programs, lesson, version, options, {.traced = false, .bench = &teller}, sink);
    lesson.run(run);
    if (!teller.story().ended)
        fail(ExitCode::wrong_usage,
             "It cannot be exported: its story says no run.outcome(), so a program could not check its "
             "result.");
    if (teller.story().expected.empty())
        fail(ExitCode::wrong_usage, "It cannot be exported: its result is empty for {}; choose another --n.",
             title.data);
    return teller.story();
}

int run(int argc, const char* const* argv) {
    const auto app = make_app(about, "plain");
    std::string lesson_word, only, out = (project_root() / "out").string();
    Options options;
    options.shaders = project_root() / "shaders";
    options.pictures = false;
    OptionGroup group(*app);
    group.positional("LESSON", "e.g. 05", lesson_word);
    group.value("--only", "VERSION", "The version, e.g. v3", only);
    group.word("-n,--n", "COUNT", "Number of elements",
               [&](const auto& word) { options.n = count_from("--n", word); });
    group.word("--seed", "NUMBER", "Seed of the input [1]",
               [&](const auto& word) { options.seed = seed_from("--seed", word); });
    group.value("--out", "DIR", "Folder for LESSON/plain_VERSION [out]", out);
    if (!parsed(*app, argc, argv)) return 0;
    if (lesson_word.empty() || only.empty())
        fail(ExitCode::wrong_usage, "name a lesson and one version of it, as in ./learn plain 05 --only v3.");
    const auto& lesson = lesson_named(lesson_word);
    const auto& version = version_named(lesson, only);
    if (!version.benched)
        fail(ExitCode::wrong_usage, "{} is wrong on purpose: there is nothing to take home.", version.name);
    if (lesson.work == nullptr)
        fail(ExitCode::wrong_usage,
             "Lesson {} cannot be exported: its versions have no single result that a program could check.",
             lesson.id.substr(0, 2));
    options.data = lesson.data;
    options.only = {version.name};
    for (const auto& extra : lesson.options) options.extra[extra.flag] = extra.preset;

    const auto number = version.name.substr(0, version.name.find('_'));
    const auto folder = fs::path(out) / lesson.id / ("plain_" + number);
    plain_export::Title title{lesson.id, version.name, version.idea, "", ""};
    const auto story = story_of(lesson, version, options, title);
    plain_export::write_program(folder, title, story, project_root() / "lessons/00_plain_opengl");
    std::cout << shown(folder) << "/README.md says how to build it: " << story.steps.size()
              << (story.steps.size() == 1 ? " step, " : " steps, ") << title.data << "\n";
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    return guarded("plain", [&] { return run(argc, argv); });
}
