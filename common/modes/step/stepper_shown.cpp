// SPDX-License-Identifier: MIT
// What a stepper prints.
#include "common/modes/step/stepper.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "common/base/error.hpp"
#include "common/glsl/declared.hpp"

namespace pbp {

void Stepper::show() const {
    const auto* const step = debugger_.coming();
    const auto steps = debugger_.recording().steps.size();
    if (step == nullptr) {
        out_ << fmt::format("{}: {}\n", steps, debugger_.end_in_words());
    } else if (step->subgroup == sim::LineStep::elsewhere) {
        out_ << fmt::format("{} of {}: another workgroup\n", debugger_.walk().at() + 1, steps);
    } else {
        out_ << fmt::format("{} of {}: subgroup {}, {}, {}\n    {}\n", debugger_.walk().at() + 1, steps,
                            step->subgroup, lanes_in_words(step->active), debugger_.place(step->site),
                            debugger_.text(step->site));
    }
}

/// What the step that has just been done changed.
void Stepper::show_changes() const {
    const auto at = debugger_.walk().at() - 1;
    const auto& done = debugger_.recording().steps[at];
    for (const auto& variable : debugger_.recording().variables) {
        if (done.subgroup == sim::LineStep::elsewhere || !debugger_.is_changed(variable, at)) continue;
        Words values;
        done.active.each([&](u32 lane) { values.push_back(debugger_.value(variable, done.subgroup, lane)); });
        out_ << fmt::format("  {} = {}\n", full_name(variable), shorter(std::move(values), " "));
    }
    Words words;
    for (const auto& [name, before, after] : debugger_.changed())
        words.push_back(fmt::format("{}: {} -> {}", name, before, after));
    if (!words.empty()) out_ << "  " << shorter(std::move(words), ", ") << "\n";
    if (done.waits) out_ << fmt::format("  subgroup {} waits at the barrier\n", done.subgroup);
}

void Stepper::variables(const Words& words) {
    constexpr u32 most_lanes = 16;
    const auto who = debugger_.subgroup();
    Words lanes;
    debugger_.lanes(who).each([&](u32 lane) {
        if (lanes.size() < most_lanes) lanes.push_back(std::to_string(lane));
    });
    std::vector<Words> rows{{fmt::format("lane of subgroup {}", who)}};
    rows.front().insert(rows.front().end(), lanes.begin(), lanes.end());
    for (const auto& variable : debugger_.recording().variables) {
        if (words.empty() ? !debugger_.is_in_scope(variable, who)
                          : variable.name != words[0] &&
                                full_name(variable) != fmt::format("{}", fmt::join(words, " ")))
            continue;
        auto& row = rows.emplace_back(Words{full_name(variable)});
        bool set = false;
        for (const auto& lane : lanes) {
            row.push_back(debugger_.value(variable, who, static_cast<u32>(std::stoul(lane))));
            set |= row.back() != "-";
        }
        if (!set && words.empty()) rows.pop_back();
    }
    if (rows.size() == 1) {
        out_ << (words.empty() ? "no variable is set yet\n" : "there is no such variable; vars lists them\n");
        return;
    }
    std::size_t names = 0, values = 0;
    for (const auto& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            (i == 0 ? names : values) = std::max(i == 0 ? names : values, row[i].size());
    for (const auto& row : rows) {
        out_ << fmt::format("  {:<{}}", row[0], names);
        for (std::size_t i = 1; i < row.size(); ++i) out_ << fmt::format("  {:>{}}", row[i], values);
        out_ << "\n";
    }
}

void Stepper::print(const Words& words) {
    constexpr std::size_t most_words = 64;
    Words values;
    bool more = false;
    for (const auto& uniform : debugger_.recording().uniforms)
        if (uniform.name == words[0] || is_part(uniform.name, words[0]))
            values.push_back(uniform.name + " " + debugger_.value(uniform));
    for (const auto& list : debugger_.memory_named(words[0])) {
        for (std::uint64_t i = 0; i < list.size() && values.size() < most_words; ++i)
            values.push_back(debugger_.name_of(list[i]) + " " + debugger_.value(list[i]));
        more |= values.size() == most_words && list.size() > most_words;
    }
    const bool is_variable = std::ranges::any_of(debugger_.recording().variables,
                                                 [&](const auto& one) { return one.name == words[0]; });
    if (values.empty() && is_variable)
        fail(ExitCode::wrong_usage, "'{0}' is a variable, which each lane has: vars {0}.", words[0]);
    if (values.empty())
        fail(ExitCode::wrong_usage, "there is no memory '{}'{}", words[0],
             glsl::instead_of(words[0], debugger_.declared()));
    out_ << fmt::format("  {}{}\n", fmt::join(values, ", "), more ? ", ..." : "");
}

void Stepper::who(const Words& words) {
    const auto at = debugger_.writer(debugger_.memory_named(words[0]));
    if (at == 0) {
        out_ << fmt::format("  nobody has changed {} yet\n", words[0]);
        return;
    }
    const auto& step = debugger_.recording().steps[at - 1];
    out_ << (step.subgroup == sim::LineStep::elsewhere
                 ? fmt::format("  step {}: another workgroup\n", at)
                 : fmt::format("  step {}: subgroup {}, {}, {}\n    {}\n", at, step.subgroup,
                               lanes_in_words(step.active), debugger_.place(step.site),
                               debugger_.text(step.site)));
}

void Stepper::where(const Words&) {
    using enum Debugger::Standing::State;
    for (u32 who = 0; who < debugger_.recording().subgroups; ++who) {
        const auto [state, step] = debugger_.last(who);
        out_ << fmt::format("  subgroup {}: {}\n", who,
                            state == not_begun
                                ? "has not begun"
                                : fmt::format("{} {}", state == waits ? "waits at" : "was last at",
                                              debugger_.place(step->site)));
    }
}

void Stepper::list(const Words&) {
    const auto* const step = debugger_.coming();
    if (step == nullptr || step->subgroup == sim::LineStep::elsewhere) return show();
    const auto at = static_cast<int>(debugger_.line(step->site));
    for (int one = std::max(1, at - 4); one <= at + 4; ++one)
        out_ << fmt::format("{} {:>4}  {}\n", one == at ? ">" : " ", debugger_.source().locate(0, one).line,
                            debugger_.source().line_text(0, one));
}

void Stepper::help(const Words&) {
    for (const auto& one : commands())
        out_ << fmt::format("  {:<10}{:<4}{}{}{}\n", one.name, one.shorthand, one.arguments,
                            *one.arguments == '\0' ? "" : ": ", one.does);
    out_ << "  quit      q   ends\n";
}

}  // namespace pbp
