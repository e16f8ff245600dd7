// SPDX-License-Identifier: MIT
// Where an editor lets a debugger stop.
#include <algorithm>
#include <filesystem>

#include "common/modes/step/adapter.hpp"

namespace pbp {

int Adapter::string_of(const std::string& path) const {
    const auto& files = debugger_.source().files;
    for (std::size_t i = 0; i < files.size(); ++i) {
        std::error_code unknown;  // a file that is gone since, or whose name was made up, is like no other
        if (std::filesystem::absolute(files[i], unknown) == path ||
            std::filesystem::equivalent(files[i], path, unknown))
            return static_cast<int>(i);
    }
    fail(ExitCode::wrong_usage, "{} is not part of this shader.", path);
}

Adapter::u32 Adapter::line_that_ran(const Arguments& given, int string) const {
    const auto line = static_cast<u32>(given.integer("line", first_line_, 1 << 30) + 1 - first_line_);
    const auto& text = debugger_.source().originals[static_cast<std::size_t>(string)];
    const auto lines = 1 + std::count(text.begin(), text.end(), '\n');
    // A number beyond the end of a file would be another file's: see glsl::lines_a_string.
    if (line > lines) fail(ExitCode::wrong_usage, "nothing ran at line {}, or soon after it.", line);
    return debugger_.line_that_ran(static_cast<u32>(string * glsl::lines_a_string) + line);
}

std::int64_t Adapter::shown_line(u32 line) const {
    return debugger_.source().locate(0, static_cast<int>(line)).line - 1 + first_line_;
}

std::vector<Adapter::u32> Adapter::ids() const {
    std::vector<u32> all;
    for (const auto& one : debugger_.breakpoints()) all.push_back(one.id);
    for (const auto& one : debugger_.watches()) all.push_back(one.id);
    return all;
}

/// Says which of those that the editor has set are gone.
void Adapter::tell_removed(const std::vector<u32>& before) {
    const auto now = ids();
    for (const auto id : before)
        if (id != 0 && std::find(now.begin(), now.end(), id) == now.end())
            event("breakpoint", {{"reason", "removed"}, {"breakpoint", {{"id", id}, {"verified", false}}}});
}

/// What is refused of a list of stops is refused alone.
template <typename F>
nlohmann::json answered(F&& set) {
    try {
        return set();
    } catch (const Error& problem) {
        return {{"verified", false}, {"message", problem.what()}};
    }
}

Adapter::Json Adapter::breakpoint(const Arguments& given, int string) {
    const auto asked = given.integer("line", first_line_, 1 << 30);
    for (const char* other : {"hitCondition", "logMessage"})
        if (!given.text(other, "").empty())
            fail(ExitCode::wrong_usage, "{} is not known here; condition is.", other);
    Debugger::Breakpoint made{line_that_ran(given, string)};
    if (const auto words = given.text("condition", ""); !words.empty())
        made.condition = debugger_.condition_from(words);
    made.id = ++last_id_;
    const auto line = shown_line(made.line);
    Json answer{{"id", made.id}, {"verified", true}, {"line", line}};
    if (line != asked)
        answer["message"] =
            fmt::format("no code of line {} ran; it stops at line {}, the next one that did.", asked, line);
    debugger_.breakpoints().push_back(std::move(made));
    return answer;
}

Adapter::Json Adapter::set_breakpoints(const Arguments& given) {
    const auto path = given.object("source").text("path");
    std::vector<Json> asked;
    for (const auto& one : given.array("breakpoints")) asked.push_back(one);
    if (!given.has("breakpoints"))  // as it was before there were conditions
        for (const auto& line : given.array("lines")) asked.push_back({{"line", line}});
    for (const auto& one : asked) Arguments(one, "breakpoints").integer("line", first_line_, 1 << 30);
    Json all = Json::array();
    const auto known = answered([&] { return Json(string_of(path)); });
    if (!known.is_number()) {
        for (std::size_t i = 0; i < asked.size(); ++i) all.push_back(known);
        return {{"breakpoints", all}};
    }
    const auto string = known.get<int>();
    std::erase_if(debugger_.breakpoints(), [&](const auto& one) {
        return one.id != 0 && debugger_.source().locate(0, static_cast<int>(one.line)).string == string;
    });
    for (const auto& one : asked)
        all.push_back(answered([&] { return breakpoint({one, "breakpoints"}, string); }));
    return {{"breakpoints", all}};
}

Adapter::Json Adapter::data_breakpoint_info(const Arguments& given) {
    const auto name = given.text("name");
    const auto none = [](const std::string& why) { return Json{{"dataId", nullptr}, {"description", why}}; };
    if (debugger_.memory_named(name).empty()) {
        const auto names = debugger_.declared();
        return none(names.empty() ? "only memory can be watched, and this shader has none"
                                  : fmt::format("only memory can be watched, such as {}[0]", names.front()));
    }
    try {
        debugger_.watch_of(name);
    } catch (const Error& problem) {
        return none(problem.what());
    }
    return {{"dataId", name},
            {"description", "when " + name + " is written"},
            {"accessTypes", {"write"}},
            {"canPersist", true}};
}

Adapter::Json Adapter::set_data_breakpoints(const Arguments& given) {
    std::erase_if(debugger_.watches(), [](const auto& one) { return one.id != 0; });
    Json all = Json::array();
    for (const auto& one : given.array("breakpoints"))
        all.push_back(answered([&] {
            const Arguments asked(one, "breakpoints");
            if (asked.text("accessType", "write") != "write")
                fail(ExitCode::wrong_usage, "only writes stop it.");
            for (const char* other : {"condition", "hitCondition"})
                if (!asked.text(other, "").empty())
                    fail(ExitCode::wrong_usage, "{} is not known of memory.", other);
            auto watch = debugger_.watch_of(asked.text("dataId"));
            watch.id = ++last_id_;
            debugger_.watches().push_back(std::move(watch));
            return Json{{"id", last_id_}, {"verified", true}};
        }));
    return {{"breakpoints", all}};
}

Adapter::Json Adapter::go_to_targets(const Arguments& given) {
    const auto line = line_that_ran(given, string_of(given.object("source").text("path")));
    const auto& steps = debugger_.recording().steps;
    const auto here = debugger_.walk().at();
    const auto is_there = [&](std::size_t at) {
        return steps[at].subgroup != sim::LineStep::elsewhere && debugger_.line(steps[at].site) == line;
    };
    Json targets = Json::array();
    const auto add = [&](std::size_t at, const char* which) {
        targets.push_back({{"id", at + 1},
                           {"label", fmt::format("step {} of {}, the {} one at line {}", at + 1, steps.size(),
                                                 which, shown_line(line))},
                           {"line", shown_line(line)}});
    };
    auto next = here + 1;
    while (next < steps.size() && !is_there(next)) ++next;
    if (next < steps.size()) add(next, "next");
    auto last = here;
    while (last > 0 && !is_there(last - 1)) --last;
    if (last > 0) add(last - 1, "last");
    return {{"targets", targets}};
}

}  // namespace pbp
