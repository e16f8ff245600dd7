// SPDX-License-Identifier: MIT
#include "common/modes/step/debugger.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <filesystem>

#include "common/base/error.hpp"
#include "common/glsl/declared.hpp"
#include "common/options/words.hpp"

namespace pbp {

namespace {

/// As a number to compare with: of the values that a lane has.
double number_of(sim::Type::Kind kind, std::uint64_t bits, bool wide) {
    if (kind == sim::Type::Kind::floating)
        return wide ? std::bit_cast<double>(bits) : std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    if (kind == sim::Type::Kind::sint)
        return wide ? static_cast<double>(static_cast<std::int64_t>(bits))
                    : static_cast<std::int32_t>(static_cast<std::uint32_t>(bits));
    return static_cast<double>(bits);
}

}  // namespace

Debugger::Debugger(const sim::Simulator::Recorded& recorded)
    : recorded_(recorded), walk_(recorded.recording) {
    for (u32 site = 0; site < code().sites.size(); ++site)
        lines_.push_back(sim::Simulator::line_of(recorded_.ran, site));
    lanes_.resize(recording().subgroups);
    for (const auto& step : recording().steps)
        if (step.subgroup != sim::LineStep::elsewhere) {
            ran_.insert(line(step.site));
            lanes_[step.subgroup] = lanes_[step.subgroup] | step.active;
        }
}

const sim::LineStep* Debugger::coming() const {
    return walk_.at_end() ? nullptr : &recording().steps[walk_.at()];
}

Debugger::u32 Debugger::depth(u32 site) const {
    u32 depth = 0;
    for (auto at = code().sites[site].caller; at != 0; at = code().sites[at].caller) ++depth;
    return depth;
}

Debugger::u32 Debugger::subgroup() const {
    for (auto at = std::min(walk_.at() + 1, recording().steps.size()); at > 0; --at)
        if (const auto who = recording().steps[at - 1].subgroup; who != sim::LineStep::elsewhere) return who;
    return 0;
}

Debugger::Standing Debugger::standing(u32 subgroup) const {
    return comes(subgroup) ? Standing{Standing::State::next, coming()} : last(subgroup);
}

Debugger::Standing Debugger::last(u32 subgroup) const {
    using enum Standing::State;
    const auto& steps = recording().steps;
    const auto here = steps.begin() + static_cast<std::ptrdiff_t>(walk_.at());
    const auto is_its = [&](const sim::LineStep& step) { return step.subgroup == subgroup; };
    const auto later = std::find_if(here, steps.end(), is_its);
    const auto last = std::find_if(std::make_reverse_iterator(here), steps.rend(), is_its);
    if (last == steps.rend()) return {not_begun, later == steps.end() ? nullptr : &*later};
    return {last->waits ? waits : later == steps.end() ? ended : between, &*last};
}

void Debugger::go_to(std::size_t step) {
    if (step > recording().steps.size())
        fail(ExitCode::wrong_usage, "there are {} steps.", recording().steps.size());
    walk_.go_to(step);
}

/// Goes on until `there` holds before a step.
Debugger::Stop Debugger::move_until(const std::function<bool()>& there, bool forwards, bool heeded) {
    for (;;) {
        if (!forwards && walk_.at() == 0) return {Why::beginning};
        if (forwards && walk_.at_end()) return {Why::end};
        forwards ? walk_.forward() : walk_.back();
        if (heeded)
            if (auto stop = stop_here(); stop.why != Why::arrived) return stop;
        if (there()) return {Why::arrived};
    }
}

Debugger::Stop Debugger::into(u32 subgroup, bool heeded) {
    return move_until([&] { return comes(subgroup); }, true, heeded);
}

Debugger::Stop Debugger::over(u32 subgroup, bool heeded) {
    const auto* const step = standing(subgroup).step;
    const auto deep = step == nullptr ? 0 : depth(step->site);
    return move_until([&] { return comes(subgroup) && depth(coming()->site) <= deep; }, true, heeded);
}

Debugger::Stop Debugger::out(u32 subgroup, bool heeded) {
    const auto* const step = standing(subgroup).step;
    const auto deep = step == nullptr ? 0 : depth(step->site);
    if (deep == 0) fail(ExitCode::wrong_usage, "this is main, which nobody called.");
    return move_until([&] { return comes(subgroup) && depth(coming()->site) < deep; }, true, heeded);
}

Debugger::Stop Debugger::step_back(u32 subgroup) {
    return move_until([&] { return comes(subgroup); }, false, false);
}

Debugger::Stop Debugger::barrier(u32 subgroup) {
    return move_until(
        [&] {
            const auto& last = recording().steps[walk_.at() - 1];
            return last.subgroup == subgroup && last.waits;
        },
        true, false);
}

Debugger::Stop Debugger::run() {
    return move_until([] { return false; }, true, true);
}

Debugger::Stop Debugger::reverse() {
    return move_until([] { return false; }, false, true);
}

void Debugger::go_to_write(const std::string& name) {
    const auto watch = watch_of(name);
    walk_.go_to(0);
    while (!wrote(watch.memory, walk_.at())) walk_.forward();
}

bool Debugger::holds(const Condition& condition) const {
    const auto& step = *coming();
    for (const auto& variable : recording().variables) {
        if (variable.name != condition.variable) continue;
        bool holds = false;
        step.active.each([&](u32 lane) {
            const auto bits = walk_.value(variable, step.subgroup, lane);
            if (!bits) return;
            const auto value = number_of(variable.kind, *bits, variable.wide);
            const auto& how = condition.comparison;
            const auto number = condition.number;
            holds |= how == "<"    ? value < number
                     : how == "<=" ? value <= number
                     : how == ">"  ? value > number
                     : how == ">=" ? value >= number
                     : how == "==" ? value == number
                                   : value != number;
        });
        if (holds) return true;
    }
    return false;
}

bool Debugger::meets(const Breakpoint& one) const {
    const auto* const step = coming();
    if (step == nullptr || step->subgroup == sim::LineStep::elsewhere || line(step->site) != one.line)
        return false;
    return !one.condition || holds(*one.condition);
}

Debugger::Stop Debugger::stop_here() const {
    Stop stop;
    for (const auto& one : breakpoints_)
        if (meets(one)) stop.ids.push_back(one.id);
    if (!stop.ids.empty()) stop.why = Why::breakpoint;
    if (stop.why == Why::breakpoint || walk_.at() == 0) return stop;
    for (const auto& one : watches_)
        if (wrote(one.memory, walk_.at() - 1)) stop.ids.push_back(one.id);
    if (!stop.ids.empty()) stop.why = Why::watch;
    return stop;
}

Debugger::u32 Debugger::line_that_ran(u32 line) const {
    constexpr u32 farthest = 40;
    const auto found = ran_.lower_bound(line);
    const auto string = [&](u32 one) { return source().locate(0, static_cast<int>(one)).string; };
    if (found == ran_.end() || *found > line + farthest || string(*found) != string(line))
        fail(ExitCode::wrong_usage, "nothing ran at line {}, or soon after it.",
             source().locate(0, static_cast<int>(line)).line);
    return *found;
}

Debugger::u32 Debugger::line_that_ran(const std::string& place) const {
    const auto colon = place.rfind(':');
    const auto line = count_from("break", place.substr(colon == place.npos ? 0 : colon + 1));
    if (colon == place.npos) return line_that_ran(line);
    const auto& files = source().files;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < files.size(); ++i) {
        names.push_back(files[i].filename().string());
        if (names.back() == place.substr(0, colon))
            return line_that_ran(static_cast<u32>(i) * static_cast<u32>(glsl::lines_a_string) + line);
    }
    fail(ExitCode::wrong_usage, "there is no file '{}'{}", place.substr(0, colon),
         glsl::instead_of(place.substr(0, colon), names));
}

Debugger::Condition Debugger::condition_from(const std::string& words) const {
    static const std::array<std::string, 6> how{"<", "<=", ">", ">=", "==", "!="};
    constexpr const char *blanks = " \t", *of_names = "<=>!~&|+-*/% \t";
    const auto name = words.find_first_not_of(blanks);
    const auto comparison = words.find_first_not_of(blanks, words.find_first_of(of_names, name));
    const auto number = words.find_first_not_of(blanks, words.find_first_not_of("<=>!~&|+*/%", comparison));
    if (name == words.npos || comparison == words.npos || number == words.npos)
        fail(ExitCode::wrong_usage, "a condition is NAME < NUMBER, such as i < 4, and not '{}'.", words);
    const auto trimmed = [](std::string word) {
        word.resize(word.find_last_not_of(" \t\r") + 1);
        return word;
    };
    Condition made{trimmed(words.substr(name, words.find_first_of(of_names, name) - name)),
                   trimmed(words.substr(comparison, number - comparison))};
    if (std::ranges::find(how, made.comparison) == how.end())
        fail(ExitCode::wrong_usage, "'{}' is no comparison; there are {}.", made.comparison,
             fmt::join(how, " "));
    std::vector<std::string> names;
    for (const auto& variable : recording().variables) names.push_back(variable.name);
    if (std::ranges::find(names, made.variable) == names.end())
        fail(ExitCode::wrong_usage, "there is no variable '{}'{}", made.variable,
             glsl::instead_of(made.variable, names));
    const auto digits = trimmed(words.substr(number));
    char* end = nullptr;
    made.number = std::strtod(digits.c_str(), &end);
    const bool whole = *end == '\0' || ((*end == 'u' || *end == 'f') && end[1] == '\0');
    if (end == digits.c_str() || !whole) fail(ExitCode::wrong_usage, "'{}' is no number.", digits);
    return made;
}

}  // namespace pbp
