// SPDX-License-Identifier: MIT
// What an editor sees of a debugger: where it is, and what is in variables and memory there.
#include <algorithm>
#include <charconv>
#include <filesystem>

#include "common/modes/step/adapter.hpp"
#include "common/report/text.hpp"

namespace pbp {

namespace {

using Json = nlohmann::json;
constexpr std::uint64_t memory_bytes = std::uint64_t{1} << 32;  // each memory's addresses begin at a multiple

std::string type_in_words(sim::Type::Kind kind, std::uint32_t width) {
    using enum sim::Type::Kind;
    if (kind == boolean) return "bool";
    if (kind == floating) return width == 64 ? "double" : width == 16 ? "float16_t" : "float";
    if (kind != sint && kind != uint) return "";
    const std::string name = kind == sint ? "int" : "uint";
    return width == 32 ? name : fmt::format("{}{}_t", name, width);
}

/// "waits at a barrier", of a subgroup that is not the next.
std::string in_words(Debugger::Standing::State state) {
    using enum Debugger::Standing::State;
    return state == waits       ? " (waits at a barrier)"
           : state == not_begun ? " (has not begun)"
           : state == ended     ? " (has ended)"
                                : "";
}

}  // namespace

int Adapter::kept(Container container) {
    containers_.push_back(std::move(container));
    return static_cast<int>(containers_.size());
}

Adapter::u32 Adapter::subgroup_of(const Arguments& given, const char* name) const {
    return static_cast<u32>(given.integer(name, 1, debugger_.recording().subgroups)) - 1;
}

/// The lanes that go through the line where a subgroup is.
sim::Mask Adapter::active(u32 subgroup) const {
    const auto* const step = debugger_.standing(subgroup).step;
    return step == nullptr ? sim::Mask() : step->active;
}

Json Adapter::threads(const Arguments&) {
    Json all = Json::array();
    for (u32 who = 0; who < debugger_.recording().subgroups; ++who) {
        const auto& lanes = debugger_.lanes(who);
        const auto named = lanes.empty() ? "" : ", " + lanes_in_words(lanes);
        all.push_back({{"id", who + 1}, {"name", fmt::format("subgroup {}{}", who, named)}});
    }
    return {{"threads", all}};
}

/// The frame of a subgroup that is `depth` calls below its line has the number depth * subgroups + thread.
Json Adapter::frame(u32 subgroup, u32 site, u32 depth, const std::string& state) const {
    const auto subgroups = debugger_.recording().subgroups;
    const auto at = debugger_.source().locate(0, static_cast<int>(debugger_.line(site)));
    Json made{{"id", depth * subgroups + subgroup + 1},
              {"name", debugger_.function(site) + state},
              {"line", 0},
              {"column", first_column_}};
    const auto& files = debugger_.source().files;
    if (at.string < 0 || static_cast<std::size_t>(at.string) >= files.size()) return made;  // a define's
    const auto path =
        std::filesystem::absolute(files[static_cast<std::size_t>(at.string)]).lexically_normal();
    made["line"] = at.line - 1 + first_line_;
    made["source"] = {{"name", path.filename().string()}, {"path", path.string()}};
    return made;
}

Json Adapter::stack_trace(const Arguments& given) {
    const auto who = subgroup_of(given, "threadId");
    const auto first = given.integer("startFrame", 0, Arguments::most, 0);
    const auto levels = given.integer("levels", 0, Arguments::most, 0);
    const auto [state, step] = debugger_.standing(who);
    Json frames = Json::array();
    u32 depth = 0;
    for (u32 site = step == nullptr ? 0 : step->site; site != 0; ++depth) {
        if (depth >= first && (levels == 0 || depth < first + levels))
            frames.push_back(frame(who, site, depth, depth == 0 ? in_words(state) : ""));
        site = debugger_.code().sites[site].caller;
    }
    return {{"stackFrames", frames}, {"totalFrames", depth}};
}

Json Adapter::scopes(const Arguments& given) {
    const auto subgroups = debugger_.recording().subgroups;
    const auto number = given.integer("frameId", 1, Arguments::most) - 1;
    const auto who = static_cast<u32>(number % subgroups);
    const auto* const step = debugger_.standing(who).step;
    if (step == nullptr || number / subgroups > debugger_.depth(step->site))
        fail(ExitCode::wrong_usage, "frameId {}: there is no such frame now.", number + 1);
    using enum Container::What;
    Json all = Json::array();
    const auto add = [&](const char* name, Container::What what) {
        all.push_back({{"name", name}, {"variablesReference", kept({what, who})}, {"expensive", false}});
    };
    add("Variables", Container::What::variables);
    add("Shared memory", shared);
    add("Buffers", buffers);
    return {{"scopes", all}};
}

Json Adapter::entry(const sim::SteppedVariable& variable, u32 subgroup) {
    std::vector<std::string> values;
    active(subgroup).each([&](u32 lane) { values.push_back(debugger_.value(variable, subgroup, lane)); });
    return {{"name", full_name(variable)},
            {"value", shorter(std::move(values), " ")},
            {"type", type_in_words(variable.kind, variable.wide ? 64 : 32)},
            {"variablesReference", kept({Container::What::lanes, subgroup, "", &variable, {}})},
            {"indexedVariables", debugger_.lanes(subgroup).count()}};
}

Json Adapter::entry(const MemoryList& list) {
    const auto first = list[0];
    const auto address = (1 + debugger_.memory_of(first) - debugger_.recording().shared()) * memory_bytes +
                         first.word * 4 + first.byte;
    Json made{{"value", debugger_.value(list)},
              {"memoryReference", fmt::format("{:#x}", address)},
              {"variablesReference", 0}};
    if (list.size() == 1) {
        const auto* const type = sim::scalar_of(debugger_.code(), first);
        if (type != nullptr) made["type"] = type_in_words(type->kind, type->width);
        return made;
    }
    made["variablesReference"] = kept({Container::What::memory, 0, "", nullptr, {list}});
    made["indexedVariables"] = list.size();
    return made;
}

/// What is in a container of lanes or words, from its `first` on.
Json Adapter::entries_of(const Container& container, std::uint64_t first, std::uint64_t count) {
    Json all = Json::array();
    if (container.what == Container::What::lanes) {
        std::uint64_t number = 0;
        debugger_.lanes(container.subgroup).each([&](u32 lane) {
            if (number++ < first || all.size() == count) return;
            all.push_back({{"name", fmt::format("lane {}", lane)},
                           {"value", debugger_.value(*container.variable, container.subgroup, lane)},
                           {"variablesReference", 0}});
        });
        return all;
    }
    const auto& list = container.memory.front();
    for (auto i = first; i < list.size() && all.size() < count; ++i) {
        auto made = entry(list.only(i));
        made["name"] = debugger_.name_of(list[i]);
        all.push_back(std::move(made));
    }
    return all;
}

Json Adapter::variables(const Arguments& given) {
    constexpr std::int64_t most_entries = 1 << 16;  // of an answer: an editor asks for a page at a time
    const auto reference = given.integer("variablesReference", 1, Arguments::most);
    if (reference > static_cast<std::int64_t>(containers_.size()))
        fail(ExitCode::wrong_usage, "variablesReference {}: unknown; each stop ends those before it.",
             reference);
    const auto first = static_cast<std::uint64_t>(given.integer("start", 0, Arguments::most, 0));
    auto count = given.integer("count", 0, Arguments::most, 0);
    if (count == 0 || count > most_entries) count = most_entries;
    const auto filter = given.text("filter", "");
    const auto container = containers_[static_cast<std::size_t>(reference) - 1];
    using What = Container::What;
    const bool is_indexed = container.what == What::lanes || container.what == What::memory;
    Json all = Json::array();
    if (filter == (is_indexed ? "named" : "indexed")) return {{"variables", all}};
    if (is_indexed) return {{"variables", entries_of(container, first, static_cast<std::uint64_t>(count))}};
    if (container.what == What::shared || container.what == What::buffers) {
        const auto space =
            container.what == What::shared ? sim::Place::Space::shared : sim::Place::Space::buffer;
        for (const auto& name : debugger_.declared(space))
            for (const auto& list : debugger_.memory_named(name)) {
                if (list[0].space != space) continue;
                auto made = entry(list);
                made["name"] = name;
                all.push_back(std::move(made));
            }
        return {{"variables", all}};
    }
    for (const auto& variable : debugger_.recording().variables) {
        const auto& prefix = container.prefix;
        const bool shows = prefix.empty() || is_part(variable.name, prefix);
        bool set = false;
        debugger_.lanes(container.subgroup).each([&](u32 lane) {
            set |= shows && debugger_.walk().value(variable, container.subgroup, lane).has_value();
        });
        if (set) all.push_back(entry(variable, container.subgroup));
    }
    return {{"variables", all}};
}

/// Of a variable, or of its parts, or of memory; none has that name.
std::optional<Json> Adapter::value_of(const std::string& name, u32 subgroup) {
    const auto* const step = debugger_.standing(subgroup).step;
    const auto call = step == nullptr ? 0 : debugger_.code().sites[step->site].caller;
    const sim::SteppedVariable* found = nullptr;
    std::size_t parts = 0;
    for (const auto& variable : debugger_.recording().variables) {
        const bool is_its = variable.caller == call;  // the variable is of the call that it is in
        if ((variable.name == name || full_name(variable) == name) && (found == nullptr || is_its))
            found = &variable;
        if (is_part(variable.name, name)) ++parts;
    }
    Json made;
    if (found != nullptr)
        made = entry(*found, subgroup);
    else if (const auto memory = debugger_.memory_named(name); !memory.empty())
        made = entry(memory.front());
    else if (parts > 0 && !name.empty())
        made = {{"value", fmt::format("{} parts", parts)},
                {"variablesReference", kept({Container::What::parts, subgroup, name, nullptr, {}})},
                {"namedVariables", parts}};
    else
        return std::nullopt;
    made["result"] = made["value"];
    made.erase("value");
    made.erase("name");
    return made;
}

Json Adapter::evaluate(const Arguments& given) {
    const auto name = given.text("expression");
    const auto number = given.integer("frameId", 1, Arguments::most, debugger_.subgroup() + 1) - 1;
    const auto who = static_cast<u32>(number % debugger_.recording().subgroups);
    if (auto value = value_of(name, who)) return *value;
    if (given.text("context", "") == "repl") return command(name);
    fail(ExitCode::wrong_usage, "there is no variable or memory '{}'.", name);
}

/// One of the terminal's commands, and what it says; if it moves, the editor hears of it.
Json Adapter::command(const std::string& words) {
    const auto at = debugger_.walk().at();
    const auto before = ids();
    said_.str("");
    const bool goes_on = stepper_.obey(words);
    const auto said = said_.str();
    if (!goes_on)
        event("terminated", nullptr);
    else if (debugger_.walk().at() != at)
        stopped("step");
    tell_removed(before);
    return {{"result", said}, {"variablesReference", 0}};
}

Json Adapter::read_memory(const Arguments& given) {
    constexpr std::int64_t most_read = 1 << 24;
    const auto reference = given.text("memoryReference");
    std::uint64_t address = 0;
    const auto* const end = reference.data() + reference.size();
    const bool is_hex = reference.starts_with("0x");
    const auto read = std::from_chars(reference.data() + (is_hex ? 2 : 0), end, address, is_hex ? 16 : 10);
    if (read.ec != std::errc() || read.ptr != end)
        fail(ExitCode::wrong_usage, "memoryReference '{}' is no address such as 0x100000000.", reference);
    const auto number = address / memory_bytes;
    const auto& recording = debugger_.recording();
    if (number == 0 || recording.shared() + number > recording.began.size())
        fail(ExitCode::wrong_usage, "there is no memory at {}.", reference);
    const auto offset = given.integer("offset", -Arguments::most, Arguments::most, 0);
    const auto count = given.integer("count", 0, most_read);
    const auto memory = recording.shared() + static_cast<u32>(number) - 1;
    const auto bytes = static_cast<std::int64_t>(debugger_.walk().words(memory)) * 4;
    const auto first = static_cast<std::int64_t>(address % memory_bytes) + offset;
    std::string data;
    for (auto at = first; at >= 0 && at < std::min(bytes, first + count); ++at) {
        const auto word = debugger_.walk().word(memory, static_cast<std::size_t>(at) / 4);
        data += static_cast<char>(word >> (8 * (at % 4)) & 0xFF);
    }
    Json made{{"address", fmt::format("{:#x}", address + static_cast<std::uint64_t>(offset))}};
    if (!data.empty()) made["data"] = page::base64(data);
    if (const auto left = count - static_cast<std::int64_t>(data.size()); left > 0)
        made["unreadableBytes"] = left;
    return made;
}

}  // namespace pbp
