// SPDX-License-Identifier: MIT
#include "common/sim/beside/stepping.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/sim/report/names.hpp"
#include "common/sim/report/wording.hpp"

namespace pbp::sim {

namespace {

using nlohmann::json;
using Kind = Type::Kind;

/// The letter of a type in the page.
std::string letter(Kind kind) {
    return kind == Kind::floating ? "f" : kind == Kind::sint ? "i" : kind == Kind::boolean ? "b" : "u";
}

/// The names of a memory's words: [what comes before the index, the first index, how many, type]; the first
/// index is -1 where the name has none.
json names_of(const Code& code, Place::Space space, std::uint32_t index, std::size_t words) {
    auto runs = json::array();
    std::string base;
    std::size_t next = 0;
    for (std::size_t word = 0; word < words; ++word) {
        const Place place{space, index, word};
        const auto name = name_of(code, place), type = letter(kind_of(code, place));
        const auto bracket = name.ends_with(']') ? name.rfind('[') : name.npos;
        const auto front = name.substr(0, bracket);
        if (bracket == name.npos) {
            runs.push_back({name, -1, 1, type});
            base.clear();
            continue;
        }
        const std::size_t number = std::stoul(name.substr(bracket + 1));
        if (!runs.empty() && front == base && number == next && runs.back()[3] == type)
            runs.back()[2] = runs.back()[2].get<std::size_t>() + 1;
        else
            runs.push_back({front, number, 1, type});
        base = front;
        next = number + 1;
    }
    return runs;
}

/// The sites that steps are at, each once, as [line, calls around it, innermost first], and their numbers by
/// site.
json sites_of(const Simulator::Recorded& one, std::map<std::uint32_t, std::size_t>& numbers) {
    auto sites = json::array();
    const auto& all = one.ran.code->sites;
    for (const auto& step : one.recording.steps) {
        if (!numbers.try_emplace(step.site, sites.size()).second) continue;
        auto calls = json::array();
        for (auto at = all[step.site].caller; at != 0; at = all[at].caller) calls.push_back(at);
        sites.push_back({all[step.site].line, std::move(calls)});
    }
    return sites;
}

json steps_of(const Simulator::Recorded& one, std::map<std::uint32_t, std::size_t>& numbers) {
    json columns{{"subgroup", json::array()}, {"site", json::array()},     {"lanes", json::array()},
                 {"waits", json::array()},    {"accesses", json::array()}, {"changes", json::array()}};
    const auto& recording = one.recording;
    for (std::size_t i = 0; i < recording.steps.size(); ++i) {
        const auto& step = recording.steps[i];
        columns["subgroup"].push_back(step.subgroup == LineStep::elsewhere ? -1
                                                                           : static_cast<int>(step.subgroup));
        columns["site"].push_back(numbers.at(step.site));
        columns["lanes"].push_back(fmt::format("{:x},{:x}", step.active.high, step.active.low));
        columns["waits"].push_back(step.waits ? 1 : 0);
        columns["accesses"].push_back(step.accesses);
        columns["changes"].push_back(recording.changes_end(i) - step.change);
    }
    return columns;
}

/// A word as a register would hold it.
std::uint32_t shown_word(const Code& code, const Recording& recording, const Recording::Change& change,
                         std::uint32_t word) {
    const auto place = recording.place_of(change);
    return place ? bits_of(code, *place, word) : word;
}

/// Of each error: its step, what it is, and the step of the other access; -1: none, or it was not recorded.
json found_in(const Simulator::Recorded& one) {
    const Wording wording(*one.ran.source, *one.ran.code);
    auto all = json::array();
    for (const auto& found : one.recording.found) {
        if (found.what.is_note()) continue;
        all.push_back({found.step, wording.finding(found.what).sentence,
                       found.other ? static_cast<int>(*found.other) : -1});
    }
    return all;
}

json dispatch_of(const Simulator::Recorded& one) {
    const auto& code = *one.ran.code;
    const auto& recording = one.recording;
    std::map<std::uint32_t, std::size_t> numbers;
    auto variables = json::array(), uniforms = json::array(), memories = json::array(), began = json::array();
    for (const auto& uniform : recording.uniforms)
        uniforms.push_back({uniform.name, letter(uniform.kind), uniform.wide ? 1 : 0,
                            static_cast<std::uint32_t>(uniform.bits), uniform.bits >> 32});
    for (const auto& variable : recording.variables)
        variables.push_back({variable.name, variable.function, variable.caller, letter(variable.kind),
                             variable.wide ? 1 : 0, variable.slot});
    for (std::uint32_t memory = 0; memory < recording.began.size(); ++memory) {
        const auto& words = recording.began[memory];
        auto values = json::array();
        for (std::size_t word = 0; word < words.size(); ++word)
            values.push_back(
                shown_word(code, recording, {memory, static_cast<std::uint32_t>(word)}, words[word]));
        began.push_back(std::move(values));
        if (memory == recording.shared())
            memories.push_back({{"words", names_of(code, Place::Space::shared, 0, words.size())}});
        else if (memory > recording.shared())
            memories.push_back({{"words", names_of(code, Place::Space::buffer, memory - recording.buffer(0),
                                                   words.size())}});
    }
    json changes{{"memory", json::array()}, {"index", json::array()}, {"after", json::array()}};
    std::int64_t before = 0;
    for (const auto& change : recording.changes) {  // differences pack best
        changes["memory"].push_back(change.memory);
        changes["index"].push_back(change.index - before);
        changes["after"].push_back(shown_word(code, recording, change, change.after));
        before = change.index;
    }
    auto sites = sites_of(one, numbers);
    return {{"workgroup", recording.workgroup},
            {"workgroups", recording.workgroups},
            {"subgroup_size", recording.subgroup_size},
            {"row", recording.lanes_a_row},
            {"subgroups", recording.subgroups},
            {"full", recording.full},
            {"stopped", recording.stopped},
            {"found", found_in(one)},
            {"sites", std::move(sites)},
            {"variables", std::move(variables)},
            {"uniforms", std::move(uniforms)},
            {"memories", std::move(memories)},
            {"steps", steps_of(one, numbers)},
            {"changes", std::move(changes)},
            {"began", std::move(began)}};
}

}  // namespace

Stepping::Stepping(const History& history) : history_(history) {
    std::size_t steps = 0;
    for (const auto& one : history.recorded()) {
        first_.push_back(steps);
        steps += one.recording.steps.size();
    }
}

int Stepping::step_of(Provenance::Node node) const {
    const auto& graph = history_.graph();
    if (node == Provenance::none || graph.step(node).kind != Provenance::Kind::stored) return -1;
    const auto event = graph.step(node).c;
    const auto workgroup = workgroup_of(node);
    for (std::size_t d = history_.recorded().size(); d-- > 0;) {
        const auto& recording = history_.recorded()[d].recording;
        const auto& steps = recording.steps;
        const auto after =
            std::upper_bound(steps.begin(), steps.end(), event,
                             [](auto number, const LineStep& one) { return number < one.event; });
        if (after == steps.begin()) continue;
        const bool over = after == steps.end() && d + 1 == history_.recorded().size() && recording.full;
        if (workgroup != recording.workgroup || over) return -1;
        return static_cast<int>(first_[d] + static_cast<std::size_t>(after - steps.begin()) - 1);
    }
    return -1;
}

std::pair<std::size_t, std::size_t> Stepping::place(int step) const {
    std::size_t dispatch = first_.size() - 1;
    while (first_[dispatch] > static_cast<std::size_t>(step)) --dispatch;
    return {dispatch, static_cast<std::size_t>(step) - first_[dispatch]};
}

json Stepping::document(const std::vector<std::string>& orders) const {
    auto dispatches = json::array(), rows = json::array();
    std::size_t steps = 0;
    for (const auto& one : history_.recorded()) {
        dispatches.push_back(dispatch_of(one));
        steps += one.recording.steps.size();
    }
    if (steps == 0) return nullptr;
    for (const auto& row : history_.rows()) {
        std::vector<int> at;
        for (const auto node : row.nodes) at.push_back(step_of(node));
        if (row.pass > 0) rows.push_back({row.pass, row.part, at});
    }
    return {{"dispatches", std::move(dispatches)}, {"rows", std::move(rows)}, {"orders", orders}};
}

}  // namespace pbp::sim
