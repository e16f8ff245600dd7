// SPDX-License-Identifier: MIT
// What a debugger knows of variables, memory and lines, in words.
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "common/base/error.hpp"
#include "common/device/backend.hpp"
#include "common/glsl/declared.hpp"
#include "common/modes/step/debugger.hpp"
#include "common/sim/report/names.hpp"

namespace pbp {

namespace {

constexpr std::size_t most_shown = 16;  // values of a line

}  // namespace

std::string shorter(std::vector<std::string> all, const char* between) {
    const auto left_out = all.size() > most_shown ? all.size() - most_shown : 0;
    all.resize(all.size() - left_out);
    return fmt::format("{}{}", fmt::join(all, between),
                       left_out > 0 ? fmt::format("{}and {} more", between, left_out) : std::string());
}

std::string lanes_in_words(const sim::Mask& lanes) {
    std::vector<std::string> runs;
    std::uint32_t first = 0, last = 0;
    const auto end = [&] {
        if (last > 0)
            runs.push_back(last == first ? std::to_string(first - 1)
                                         : fmt::format("{} to {}", first - 1, last - 1));
    };
    lanes.each([&](std::uint32_t lane) {
        if (last == 0 || lane != last) {
            end();
            first = lane + 1;
        }
        last = lane + 1;
    });
    end();
    return (lanes.count() == 1 ? "lane " : "lanes ") + shorter(std::move(runs), ", ");
}

bool is_part(const std::string& name, const std::string& whole) {
    return name.starts_with(whole + ".") || name.starts_with(whole + "[");
}

std::string full_name(const sim::SteppedVariable& variable) {
    return variable.function.empty() ? variable.name : variable.function + ": " + variable.name;
}

std::string Debugger::place(u32 site) const {
    const auto at = source().locate(0, static_cast<int>(line(site)));
    return fmt::format("{}:{}", std::filesystem::path(at.file).filename().string(), at.line);
}

std::string Debugger::text(u32 site) const {
    const auto text = source().line_text(0, static_cast<int>(line(site)));
    const auto first = text.find_first_not_of(' ');
    return first == std::string::npos ? text : text.substr(first);
}

std::string Debugger::end_in_words() const {
    if (recording().full) return "here the recording ends: it took all the memory that it may";
    return recording().stopped ? "here the run was stopped: it would not have ended"
                               : "the workgroup has ended";
}

std::string Debugger::function(u32 site) const {
    const auto& module = code().module;
    for (const auto& [id, function] : module.functions)
        for (const auto& block : function.blocks)
            for (const auto& statement : block.statements)
                if (statement.line == code().sites[site].line && module.names.contains(id))
                    return module.names.at(id).substr(0, module.names.at(id).find('('));
    return "main";
}

std::string Debugger::value(const sim::SteppedVariable& variable, u32 subgroup, u32 lane) const {
    const auto value = walk_.value(variable, subgroup, lane);
    return value ? sim::in_words(variable.kind, *value, variable.wide) : "-";
}

Debugger::u32 Debugger::memory_of(const sim::Place& place) const {
    return place.space == sim::Place::Space::shared ? recording().shared() : recording().buffer(place.index);
}

namespace {

/// Of the scalar at a place, by what its words hold.
template <typename F>
std::string scalar_in_words(const sim::Code& code, const sim::Place& place, bool may_be_unset, F&& word) {
    const auto* const type = sim::scalar_of(code, place);
    const bool wide = type != nullptr && type->width == 64;
    const std::uint32_t low = word(place.word), high = wide ? word(place.word + 1) : 0;
    if (may_be_unset && low == untouched && (!wide || high == untouched)) return "unset";
    const std::uint64_t bits = wide ? low | std::uint64_t{high} << 32 : sim::bits_of(code, place, low);
    return sim::in_words(sim::kind_of(code, place), bits, wide);
}

}  // namespace

std::vector<sim::Place> Debugger::scalars_in(sim::Place word) const {
    const auto* const type = sim::scalar_of(code(), word);
    const auto width = type == nullptr ? 32 : type->width;
    if (width == 64 && word.word > 0 && name_of({word.space, word.index, word.word - 1}) == name_of(word))
        --word.word;
    std::vector<sim::Place> all;
    for (u32 byte = 0; byte < 4; byte += std::min(4u, width / 8)) {
        word.byte = static_cast<std::uint8_t>(byte);
        all.push_back(word);
    }
    return all;
}

std::string Debugger::value(const sim::Place& place) const {
    const auto memory = memory_of(place);
    return scalar_in_words(code(), place, place.space == sim::Place::Space::shared, [&](std::uint64_t word) {
        return word < walk_.words(memory) ? walk_.word(memory, word) : 0;
    });
}

std::string Debugger::value(const sim::SteppedUniform& uniform) const {
    return sim::in_words(uniform.kind, uniform.bits, uniform.wide);
}

bool Debugger::is_in_scope(const sim::SteppedVariable& variable, u32 subgroup) const {
    const auto* const step = standing(subgroup).step;
    auto at = step == nullptr ? 0 : code().sites[step->site].caller;
    while (at != 0 && at != variable.caller) at = code().sites[at].caller;
    return at == variable.caller;
}

std::string Debugger::value(const MemoryList& list) const {
    std::vector<std::string> values;
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(list.size(), most_shown); ++i)
        values.push_back(value(list[i]));
    const auto left_out = list.size() - values.size();
    return fmt::format("{}{}", fmt::join(values, " "),
                       left_out > 0 ? fmt::format(" and {} more", left_out) : std::string());
}

std::string Debugger::name_of(const sim::Place& place) const {
    return sim::name_of(code(), place);
}

std::vector<MemoryList> Debugger::memory_named(const std::string& name) const {
    std::vector<MemoryList> all;
    for (const auto& named : sim::named(code(), name)) {
        const auto memory = memory_of({named.space, named.index, 0});
        MemoryList list(code(), named, std::uint64_t{walk_.words(memory)} * 4);
        if (list.size() > 0) all.push_back(std::move(list));
    }
    return all;
}

std::vector<std::string> Debugger::declared(sim::Place::Space space) const {
    std::vector<std::string> names;
    if (space == sim::Place::Space::shared) {
        for (const auto& one : code().shared) names.push_back(one.name);
        return names;
    }
    for (const auto& buffer : code().buffers)
        for (const auto& member : code().module.type(buffer.type).members)
            if (buffer.used && !sim::is_probe(buffer.name) &&
                std::ranges::find(names, member.name) == names.end())
                names.push_back(member.name);
    return names;
}

bool Debugger::is_changed(const sim::SteppedVariable& variable, std::size_t step) const {
    const auto registers = recording().registers_of(recording().steps[step].subgroup);
    const auto lanes = recording().lanes_a_row;
    const auto first = variable.slot * lanes, last = (variable.slot + (variable.wide ? 2 : 1)) * lanes;
    for (auto i = recording().steps[step].change; i < recording().changes_end(step); ++i) {
        const auto& [memory, index, before, after] = recording().changes[i];
        if (memory == registers && index >= first && index < last) return true;
        if (memory == registers + 1 && index / 4 == variable.slot) return true;
    }
    return false;
}

std::vector<Debugger::Changed> Debugger::changed() const {
    const auto first = recording().steps[walk_.at() - 1].change,
               end = recording().changes_end(walk_.at() - 1);
    using Word = std::pair<u32, std::uint64_t>;
    std::map<Word, u32> words;  // as they are before the change that is looked at
    for (auto i = end; i-- > first;)
        words[{recording().changes[i].memory, recording().changes[i].index}] = recording().changes[i].before;
    std::vector<Changed> all;
    for (auto i = first; i < end; ++i) {
        const auto& change = recording().changes[i];
        if (!recording().place_of(change)) continue;
        const auto word = [&](std::uint64_t number) {
            const auto found = words.find({change.memory, number});
            if (found != words.end()) return found->second;
            return number < walk_.words(change.memory) ? walk_.word(change.memory, number) : 0;
        };
        const auto scalars = scalars_in(*recording().place_of(change));
        std::vector<std::string> before;
        for (const auto& place : scalars) before.push_back(scalar_in_words(code(), place, true, word));
        words[{change.memory, change.index}] = change.after;
        const auto* const type = sim::scalar_of(code(), scalars.front());
        const bool is_low_half = type != nullptr && type->width == 64 && scalars.front().word == change.index;
        if (is_low_half && i + 1 < end && recording().changes[i + 1].memory == change.memory &&
            recording().changes[i + 1].index == change.index + 1)
            words[{change.memory, change.index + 1}] = recording().changes[++i].after;
        for (std::size_t k = 0; k < scalars.size(); ++k) {
            const auto after = scalar_in_words(code(), scalars[k], false, word);
            if (scalars.size() == 1 || before[k] != after)
                all.push_back({name_of(scalars[k]), before[k], after});
        }
    }
    return all;
}

std::vector<std::string> Debugger::declared() const {
    auto names = declared(sim::Place::Space::shared);
    for (auto& name : declared(sim::Place::Space::buffer)) names.push_back(std::move(name));
    return names;
}

Debugger::Watch Debugger::watch_of(const std::string& name) const {
    Watch watch{name, memory_named(name)};
    const auto is_its = [&](const auto& change) {
        const auto place = recording().place_of(change);
        return place &&
               std::ranges::any_of(watch.memory, [&](const auto& list) { return list.covers(*place); });
    };
    if (watch.memory.empty())
        fail(ExitCode::wrong_usage, "nobody changes '{}'{}", name, glsl::instead_of(name, declared()));
    if (std::ranges::none_of(recording().changes, is_its))
        fail(ExitCode::wrong_usage, "nobody changes '{}'.", name);
    return watch;
}

bool Debugger::wrote(const std::vector<MemoryList>& memory, std::size_t step) const {
    for (auto i = recording().steps[step].change; i < recording().changes_end(step); ++i)
        if (const auto place = recording().place_of(recording().changes[i]))
            for (const auto& list : memory)
                if (list.covers(*place)) return true;
    return false;
}

std::size_t Debugger::writer(const std::vector<MemoryList>& memory) const {
    auto at = walk_.at();
    while (at > 0 && !wrote(memory, at - 1)) --at;
    return at;
}

}  // namespace pbp
