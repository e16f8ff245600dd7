// SPDX-License-Identifier: MIT
#include "common/engine/describe.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "common/base/files.hpp"
#include "common/base/heading.hpp"
#include "common/card/gap.hpp"
#include "common/engine/files.hpp"
#include "common/glsl/included.hpp"
#include "common/lesson/version_shaders.hpp"
#include "common/options/words.hpp"
#include "common/program/all_lessons.hpp"

namespace pbp::engine {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

/// As reports print it.
std::string name_of(const fs::path& file) {
    return file.lexically_relative(project_root()).string();
}

/// The version's own shader first, then the others that it runs, then what they include.
json files_of(const Lesson& lesson, const Version& version, const Options& options) {
    std::vector<std::string> names;
    const auto add = [&](const fs::path& file) {
        const auto name = name_of(file);
        if (fs::exists(file) && std::ranges::find(names, name) == names.end()) names.push_back(name);
    };
    const auto shaders = shaders_of(lesson, version, options);
    for (const auto& shader : shaders) add(shader);
    for (const auto& shader : shaders)
        for (const auto& file : glsl::files_of(shader, options.shaders / "common")) add(file);
    return names;
}

json of(const Lesson& lesson) {
    Options options;
    options.shaders = project_root() / "shaders";
    auto versions = json::array();
    for (const auto& version : lesson.versions)
        versions.push_back({{"name", version.name},
                            {"title", version.idea},
                            {"n", lesson.n_of(version)},
                            {"files", files_of(lesson, version, options)}});
    auto own = json::array();
    for (const auto& option : lesson.options)
        own.push_back({{"flag", option.flag},
                       {"value", option.value_name},
                       {"help", option.help},
                       {"preset", option.preset}});
    std::vector<std::string> types;
    for (const auto type : lesson.types) types.push_back(to_string(type));
    return {{"number", number_of(lesson.id)},
            {"id", lesson.id},
            {"name", lesson.id.substr(3)},
            {"title", lesson.title},
            {"about", lesson.about},
            {"element", lesson.element},
            {"n", lesson.n},
            {"data", lesson.complete != nullptr ? "" : to_string(lesson.data)},
            {"types", types},
            {"options", own},
            {"versions", versions}};
}

json of(const exercises::Exercise& exercise) {
    const auto card = exercises::read_card(exercise.card);
    return {{"id", exercise.id()},
            {"lesson", exercise.lesson.substr(0, 2)},
            {"name", exercise.name},
            {"title", card.title},
            {"version", card.version},
            {"cases", card.cases},
            {"hints", card.hints},
            {"why", card.why},
            {"card", read(exercise.card)},
            {"file", name_of(exercise.file)},
            {"skeleton", exercises::skeleton_of(exercise)},
            {"solution", exercises::solution_of(exercise)}};
}

/// The text of each shader, but for those of exercises, which are with their cards.
json shader_texts() {
    auto texts = json::object();
    for (const auto& entry : fs::recursive_directory_iterator(project_root() / "shaders")) {
        const auto name = name_of(entry.path());
        if (entry.is_regular_file() && name.find("/exercises/") == name.npos)
            texts[name] = read(entry.path());
    }
    return texts;
}

}  // namespace

std::string describe() {
    auto lessons = json::array(), exercises = json::array();
    for (const auto* lesson : all_lessons()) lessons.push_back(of(*lesson));
    for (const auto& exercise : exercises::all(project_root() / "shaders")) exercises.push_back(of(exercise));
    std::vector<std::string> kinds;
    for (auto kind = InputKind::shuffled; kind <= InputKind::extremes;
         kind = static_cast<InputKind>(static_cast<int>(kind) + 1))
        kinds.push_back(to_string(kind));
    const json options{{"data", kinds},
                       {"sim_subgroup", {1, 2, 4, 8, 16, 32, 64, 128}},
                       {"sim_schedule", {"in-order", "reverse", "random:1", "all"}},
                       {"subgroup", {"khr", "ballot", "shared"}}};
    return json{
        {"lessons", lessons}, {"exercises", exercises}, {"options", options}, {"shaders", shader_texts()}}
        .dump();
}

}  // namespace pbp::engine
