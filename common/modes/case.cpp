// SPDX-License-Identifier: MIT
#include "common/modes/case.hpp"

#include <sstream>

#include "common/base/files.hpp"
#include "common/options/lesson_options.hpp"
#include "common/sim/run/simulator.hpp"

namespace pbp {

WordsByFlag words_by_flag(const std::string& words) {
    WordsByFlag all;
    std::istringstream stream(words);
    for (std::string flag, value; stream >> flag >> value;) all[flag] = value;
    return all;
}

WordsByFlag words_by_flag(const Options& options) {
    WordsByFlag all;
    const auto add = [&](const char* flag, const std::string& value) {
        if (options.given.contains(flag)) all[flag] = value;
    };
    if (options.n) add("--n", std::to_string(*options.n));
    add("--data", to_string(options.data));
    add("--seed", std::to_string(options.seed));
    add("--type", to_string(options.type));
    add("--input", options.input.string());
    if (options.subgroup) add("--subgroup", to_string(*options.subgroup));
    add("--local-size", std::to_string(options.choice.local_size));
    add("--per-invocation", std::to_string(options.choice.per_invocation));
    for (const auto& [flag, value] : options.extra) add(flag.c_str(), value);
    return all;
}

std::string quoted_word(const std::string& word) {
    const bool plain =
        word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:+=") ==
        word.npos;
    if (plain && !word.empty()) return word;
    std::string all = "'";
    for (const char c : word) all += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return all + "'";
}

std::string driver_command_of(const Subject& of, const WordsByFlag& options) {
    std::string words = of.lesson.file.empty()
                            ? fmt::format("./learn {} --only {}", of.lesson.id.substr(0, 2), of.version.name)
                            : "./learn run " + quoted_word(shown(of.lesson.file));
    if (!of.options.shader.empty()) words += " --shader " + quoted_word(shown(of.options.shader));
    if (std::error_code none;
        !std::filesystem::equivalent(of.options.shaders, project_root() / "shaders", none))
        words += " --shaders " + quoted_word(shown(of.options.shaders));
    if (of.options.debug) words += " --debug";
    for (const auto& word : typed(options)) words += " " + quoted_word(word);
    return words;
}

std::string stepping_of(const std::string& command) {
    if (command.empty()) return command;
    const auto options = std::min(command.find(" --"), command.size());
    auto words = command.substr(0, options) + " step --wrong" + command.substr(options);
    constexpr std::string_view debug = " --debug";  // there is nothing to debug: each line is seen
    if (const auto at = words.find(std::string(debug) + " "); at != words.npos) words.erase(at, debug.size());
    return words;
}

std::string command_of(const Subject& of, const Case& one) {
    auto words = driver_command_of(of, one.words);
    const sim::Settings plain;
    const auto& machine = one.settings;
    if (machine.subgroup_size != plain.subgroup_size)
        words += fmt::format(" --sim-subgroup {}", machine.subgroup_size);
    if (machine.most_workgroups != plain.most_workgroups)
        words += fmt::format(" --sim-groups {}", machine.most_workgroups);
    return words + fmt::format(" --sim-schedule {}", sim::schedule_of(machine));
}

}  // namespace pbp
