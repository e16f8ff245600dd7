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
#include "common/program/all_lessons.hpp"
#include "common/tools/plain_export/program_text.hpp"

using namespace pbp;
namespace fs = std::filesystem;

namespace {

constexpr const char* about =
    "Writes a version of a lesson as a complete program in plain OpenGL: main.cpp, its shaders,\n"
    "CMakeLists.txt and a README.md. Nothing of it needs this project.";

/// What an export can make; a lesson's own --data takes more.
const Words<InputKind> kinds{{"shuffled", InputKind::shuffled}, {"small", InputKind::small},
                             {"flags", InputKind::flags},       {"random", InputKind::random},
                             {"sorted", InputKind::sorted},     {"equal", InputKind::equal}};

const Lesson& lesson_named(const std::string& word) {
    for (const auto* lesson : all_lessons())
        if (lesson->id == word || lesson->id.starts_with(word + "_") ||
            lesson->id.starts_with("0" + word + "_"))
            return *lesson;
    fail(ExitCode::wrong_usage, "'{}' is no lesson with shaders; ./learn list shows the lessons.", word);
}

/// Exports what a version does, once, with the lesson's own input; returns what it did.
plain_export::Story exported(const Lesson& lesson, const Version& version, Options options,
                             const fs::path& folder) {
    auto telling = std::make_unique<plain_export::Teller>(open_gl({}));
    auto& teller = *telling;
    SilentSink sink;
    Device device(std::move(telling), shader_tree(lesson, options), &sink);
    options = settled(lesson, options, device);
    if (!options.n) options.n = lesson.n_of(version);
    if (const auto why = not_served(lesson, version, options, *options.n, device.limits()); !why.empty())
        fail(ExitCode::wrong_usage, "{}: {}", version.name, why);
    ProgramCache programs;
    Run run(device, programs, lesson, version, options, {.traced = false, .bench = &teller}, sink);
    lesson.tell(version, run);
    const auto& story = teller.story();
    const auto data = describe(device, lesson, options, options.n).data;
    if (!story.ended)
        fail(ExitCode::wrong_usage,
             "It cannot be exported: its story says no run.outcome(), so a program could not check its "
             "result.");
    if (story.expected.empty())
        fail(ExitCode::wrong_usage, "It cannot be exported: its result is empty for {}; choose another --n.",
             data);
    plain_export::write_program(
        folder,
        {lesson.id, version.name, version.idea, data, device.info().renderer, *options.n, options.seed},
        story, plain_export::answers_for(lesson, version, options, story), project_root());
    return story;
}

int run(int argc, const char* const* argv) {
    const auto app = make_app(about, "plain");
    std::string lesson_word, only, data, out = (project_root() / "out").string();
    Options options;
    options.shaders = project_root() / "shaders";
    options.pictures = false;
    OptionGroup group(*app);
    group.positional("LESSON", "e.g. 05", [&](const auto& word) { lesson_word = word; });
    group.value("--only", "VERSION", "The version, e.g. v3", only);
    group.word("-n,--n", "COUNT", "Number of elements",
               [&](const auto& word) { options.n = count_from("--n", word); });
    group.word("--seed", "NUMBER", "Seed of the input [1]",
               [&](const auto& word) { options.seed = seed_from("--seed", word); });
    group.value("--data", "KIND", "Input, as in the lessons, e.g. random [the lesson's]", data);
    group.value("--out", "DIR", "Folder for LESSON/plain_VERSION [out]", out);
    std::string image;
    group.value("--image", "FILE", "Of lesson 02: cannot be exported", image);
    if (!parsed(*app, argc, argv)) return 0;
    if (!image.empty())
        fail(ExitCode::wrong_usage,
             "--image cannot be exported: an export makes its input, and reads no picture.");
    if (lesson_word.empty() || only.empty())
        fail(ExitCode::wrong_usage, "name a lesson and one version of it, as in ./learn plain 05 --only v3.");
    const auto& lesson = lesson_named(lesson_word);
    const auto& version = version_named(lesson, only);
    if (!version.benched)
        fail(ExitCode::wrong_usage, "{} is wrong on purpose: there is nothing to take home.", version.name);
    options.data = data.empty() ? lesson.data : choice_from("--data", data, kinds);
    // Lesson 02's own picture needs its drawing code: an export has random pixels.
    if (!data.empty() || lesson.id.starts_with("02")) options.given.insert("--data");
    options.only = {version.name};
    for (const auto& extra : lesson.options) options.extra[extra.flag] = extra.preset;

    const auto number = version.name.substr(0, version.name.find('_'));
    const auto folder = fs::path(out) / lesson.id / ("plain_" + number);
    const auto steps = exported(lesson, version, options, folder).steps.size();
    std::cout << shown(folder) << "/README.md says how to build it: " << steps
              << (steps == 1 ? " step\n" : " steps\n");
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    return guarded("plain", [&] { return run(argc, argv); });
}
